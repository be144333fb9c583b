import { axeViolations, horizontalOverflowPx } from './fixtures/accessibility.ts'
import { signIn } from './fixtures/actions.ts'
import { expect, openSite, test } from './fixtures/test.ts'

const site = openSite()

test('on a phone the settings are a menu, the save bar names a change, and leaving asks for confirmation once', {
  tag: '@long',
}, async () => {
  const { page, pageErrors } = await site.newVisitor({ width: 360 })
  await signIn(page, { email: 'mara@example.com', name: 'Mara' })
  await page.goto('/settings')
  const menu = page.getByRole('navigation', { name: 'Settings' })
  await menu.getByText('Payouts Not Set Up').waitFor()
  await menu.getByText('mara@example.com').waitFor()
  expect(await axeViolations(page)).toEqual([])

  await menu.getByRole('link', { name: /^Profile/ }).click()
  await page.getByLabel('Display name').fill('Mara Lind')
  await page.getByLabel('Thank-you note').fill('Thank you for listening.')
  const bar = page.getByRole('region', { name: 'Unsaved changes' })
  await expect(bar).toContainText('to your name and thank-you note')
  expect(await axeViolations(page)).toEqual([])
  expect(await horizontalOverflowPx(page)).toBeLessThanOrEqual(0)

  await page.getByRole('link', { name: 'Settings' }).first().click()
  const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await bar.getByRole('button', { name: 'Save changes' }).click()
  await expect(bar).toBeHidden()
  await page.getByRole('link', { name: 'Settings' }).first().click()
  await menu.getByText('Mara Lind').waitFor()
  await menu.getByRole('link', { name: /^Profile/ }).click()
  await expect(page.getByLabel('Thank-you note')).toHaveValue('Thank you for listening.')

  await page.getByLabel('Display name').fill('Somebody')
  await bar.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByLabel('Display name')).toHaveValue('Mara Lind')
  await expect(bar).toBeHidden()
  expect(pageErrors).toEqual([])
})

test('each payout method asks for its own details, and a bank account is shown by its last digits', {
  tag: '@long',
}, async () => {
  const { page, pageErrors } = await site.newVisitor()
  await signIn(page, { email: 'jonas@example.com', name: 'Jonas' })
  await page.goto('/settings/payouts')
  const save = () => page.getByRole('button', { name: 'Save changes' }).click()

  for (const [method, label] of [
    ['PayPal', 'PayPal email'],
    ['Wise', 'Wise email'],
    ['Zelle', 'Zelle email or US phone number'],
    ['Venmo', 'Venmo username or US phone number'],
    ['Cash App', '$Cashtag'],
  ] as const) {
    await page.getByRole('radio', { name: method }).check()
    await page.getByLabel(label).fill('!')
    await save()
    await expect(page.getByLabel(label)).toHaveAttribute('aria-invalid', 'true')
  }

  await page.getByRole('radio', { name: 'Bank transfer' }).check()
  await page.getByLabel('Account holder').fill('Jonas Weil')
  await page.getByLabel('Routing number').fill('021000022')
  await page.getByLabel('Account type').selectOption('checking')
  await page.getByLabel('Account number').fill('000 4417 209 8140')
  await save()
  await page.getByText('Enter the 9-digit routing number of your bank').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.getByLabel('Routing number').fill('021000021')
  await page.getByLabel('Account type').selectOption({ label: 'Checking' })
  await save()

  await page.getByText('by bank transfer to the account ending in 8140.').waitFor()
  expect(await page.content()).not.toContain('4417')
  expect(pageErrors).toEqual([])
})
