import { buy, publish, signIn } from './fixtures/actions.ts'
import { expect, openSite, test } from './fixtures/test.ts'

const site = openSite()

test('a buyer corrects a mistyped address with the keyboard, once', { tag: '@long' }, async () => {
  const creator = await site.newVisitor()
  await signIn(creator.page, { email: 'mara@example.com', name: 'Mara' })
  const id = await publish(creator.page, { kind: 'Text', title: 'Dusk', price: '5.00', text: 'Salt, flour.' })
  const { page, pageErrors } = await site.newVisitor({ width: 360 })
  const oldPath = await buy(page, id, { email: 'fan@gmial.com' })

  await page.goto(oldPath)
  await page.locator('summary', { hasText: 'fan@gmial.com.' }).press('Enter')
  const field = page.getByLabel('Email', { exact: true })
  await field.fill('fan')
  await field.press('Enter')
  await expect(field).toHaveAccessibleDescription('Enter an email address like name@example.com')
  await expect(field).toBeFocused()
  await field.fill('fan@gmai.com')
  await field.press('Tab')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('fan@gmail.com')
  await page.getByRole('button', { name: 'Correct address' }).press('Enter')

  await expect(page).not.toHaveURL(new RegExp(oldPath))
  await expect(page.getByRole('heading', { name: 'Dusk' })).toBeVisible()
  await expect(page.getByText('fan@gmail.com', { exact: true })).toBeVisible()
  await expect(page.getByText('Not your address?')).toBeHidden()
  expect((await page.request.get(oldPath)).status()).toBe(404)
  await expect
    .poll(async () => (await page.request.get('/dev/mail')).text())
    .toContain('The email address of order')
  expect(pageErrors).toEqual([])
})

test('the success page offers the correction, and shows the new address', { tag: '@long' }, async () => {
  const creator = await site.newVisitor()
  await signIn(creator.page, { email: 'otto@example.com', name: 'Otto' })
  const id = await publish(creator.page, { kind: 'Text', title: 'Dawn', price: '5.00', text: 'Flour.' })
  const { page } = await site.newVisitor()
  await buy(page, id, { email: 'fan@gmial.com' })

  await page.getByText('fan@gmial.com.').click()
  await page.getByLabel('Email', { exact: true }).fill('fan@gmail.com')
  await page.getByRole('button', { name: 'Correct address' }).click()

  await expect(page.getByText('fan@gmail.com', { exact: true })).toBeVisible()
  await expect(page.getByText('Not your address?')).toBeHidden()
})
