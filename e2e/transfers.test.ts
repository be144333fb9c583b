import type { Page } from '@playwright/test'
import { axeViolations, horizontalOverflowPx } from './fixtures/accessibility.ts'
import { openAdmin } from './fixtures/accounts.ts'
import { buy, publish, signIn } from './fixtures/actions.ts'
import { expect, openSite, type ScreenOptions, test, type Visitor } from './fixtures/test.ts'

const site = openSite({ env: { ADMIN_EMAIL: 'admin@example.com' } })
let admin: Visitor

test.beforeAll(async () => {
  admin = await openAdmin(site)
})

test.afterEach(async () => {
  await admin.page.request.post('/api/sandbox/balance', { data: { available: null } })
})

/** A creator who has chosen a country on the page that connects a bank account. */
async function openCreatorIn(name: string, country: string, screen: ScreenOptions = {}) {
  const visitor = await site.newVisitor(screen)
  const { page } = visitor
  await signIn(page, { email: `${name}@example.com`, name })
  await page.goto('/connect')
  await page.getByRole('heading', { name: 'Where do you live?' }).waitFor()
  await page.getByLabel('Country').selectOption(country)
  await page.getByRole('button', { name: 'Continue' }).click()
  return visitor
}

/** A creator with a complete bank account, who is owed $40.00. */
async function openConnectedCreator(name: string, screen: ScreenOptions = {}) {
  const visitor = await openCreatorIn(name, 'US', screen)
  const { page } = visitor
  await page.getByRole('button', { name: 'Connect a bank account' }).click()
  await page.getByRole('button', { name: 'Complete' }).click()
  await page.getByRole('heading', { name: 'Your bank account is connected' }).waitFor()
  const id = await publish(page, { kind: 'Text', title: `Loops of ${name}`, price: '50.00', text: 'Salt.' })
  await buy((await site.newVisitor()).page, id)
  return visitor
}

async function processPayouts(page: Page) {
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Process All Payouts' }).click()
  await page.getByRole('button', { name: /^Pay / }).click()
  await page.getByText('Payouts Processed').first().waitFor()
  await page.goto('/admin')
}

async function setBalance(page: Page, amount: string) {
  await page.goto('/sandbox?view=payouts')
  await page.getByRole('textbox', { name: 'Available' }).fill(amount)
  await page.getByRole('button', { name: 'Set balance' }).click()
  await page.getByText('Balance changed').first().waitFor()
}

test('a transfer over the balance waits, says what is missing, and goes out when the balance covers it', {
  tag: '@long',
}, async () => {
  const { page: admins } = admin
  const { page, pageErrors } = await openConnectedCreator('mara')
  await setBalance(admins, '15.00')

  await admins.goto('/admin')
  await admins.getByRole('button', { name: 'Process All Payouts' }).click()
  await admins
    .getByText('$40.00 goes out by transfer. Your balance at the card provider has $15.00')
    .waitFor()
  await processPayouts(admins)
  await admins.getByText('1 transfer of $40.00 waits for your balance: $25.00 is missing.').waitFor()
  const payouts = admins.getByRole('table', { name: 'Creator payouts' })
  await payouts.getByText('Waits for your balance at the card provider.').waitFor()
  await admins.goto('/admin/alerts')
  await admins.getByText('$25.00 is missing: transfers of $40.00 are due').first().waitFor()
  await page.goto('/settings/payouts')
  await page.getByText('It’s waiting for our balance to settle.').waitFor()
  await setBalance(admins, '40.00')

  await expect(async () => {
    await page.reload()
    await page.getByText('Paid', { exact: true }).waitFor({ timeout: 1_000 })
  }).toPass({ timeout: 20_000 })
  await admins.goto('/admin')
  await admins.getByText('Your balance at the card provider has $0.00 for transfers.').waitFor()
  await expect(admins.getByText('waits for your balance')).toHaveCount(0)
  expect([...pageErrors, ...admin.pageErrors]).toEqual([])
})

test('a creator in a country without transfers is paid another way, and can correct the country', {
  tag: '@long',
}, async () => {
  const { page, pageErrors } = await openCreatorIn('bruna', 'BR', { width: 360 })

  await page.getByRole('heading', { name: 'We pay you another way' }).waitFor()
  await page.getByText('can’t transfer money from us to bank accounts in Brazil').waitFor()
  const violations = await axeViolations(page)
  await page.getByRole('button', { name: 'Change country' }).click()
  await page.getByLabel('Country').selectOption('DE')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Ready to Get Paid?' }).waitFor()
  await page.getByText('You live in Germany.').waitFor()
  await page.getByRole('button', { name: 'Connect a bank account' }).click()
  await page.getByRole('button', { name: 'Complete' }).click()
  await page.getByText('Your bank account is paid in EUR. We send USD').waitFor()

  expect([...violations, ...(await axeViolations(page))]).toEqual([])
  expect(await horizontalOverflowPx(page)).toBe(0)
  expect(pageErrors).toEqual([])
})

for (const { state, heading, action } of [
  { state: 'transfers turned off', heading: 'Transfers are turned off', action: 'Turn transfers on' },
  { state: 'returned a payout', heading: 'Your bank returned a payout', action: 'Change bank account' },
  { state: 'disconnected', heading: 'Your bank account is disconnected', action: 'Connect it again' },
]) {
  test(`an account with the state “${state}” says so to creator and admin, and the creator can fix it`, {
    tag: '@long',
  }, async () => {
    const name = state.replaceAll(/\W/g, '')
    const { page, pageErrors } = await openConnectedCreator(name, { width: 360, dark: true })
    const admins = admin.page

    await admins.goto('/sandbox?view=payouts')
    await admins.getByLabel(`State of ${name}@example.com`).selectOption({ label: `Bank account: ${state}` })
    await admins.getByText('Account changed').first().waitFor()
    await page.goto('/settings/payouts')
    await page.getByText(heading).waitFor()
    await page.goto('/connect')
    await page.getByRole('heading', { name: heading }).waitFor()
    const violations = await axeViolations(page)
    await admins.goto('/admin')
    const row = admins.getByRole('row').filter({ hasText: `${name}@example.com` })
    await row.first().getByText(`Bank account: ${state}`).waitFor()
    await page.getByRole('button', { name: action }).click()
    await page.getByRole('button', { name: 'Complete' }).click()

    await page.getByRole('heading', { name: 'Your bank account is connected' }).waitFor()
    expect(violations).toEqual([])
    expect(await horizontalOverflowPx(page)).toBe(0)
    expect(pageErrors).toEqual([])
  })
}

test('a transfer to an account that was restricted unnoticed fails with its reason, and the money is back', {
  tag: '@long',
}, async () => {
  const { page } = await openConnectedCreator('theo')
  const admins = admin.page
  // The run reads our own state, so the webhook must come after it.
  const { accounts } = await (await admins.request.get('/api/sandbox/payouts')).json()
  const account = accounts.find(({ email }: { email: string }) => email === 'theo@example.com')
  await setBalance(admins, '0')
  await processPayouts(admins)
  await admins.request.post(`/api/sandbox/accounts/${account.id}/restriction`, {
    data: { restriction: 'transfers_inactive' },
  })
  await setBalance(admins, '500.00')

  await expect(async () => {
    await page.goto('/settings/payouts')
    await page.getByText('Transfers to your bank account are turned off').waitFor({ timeout: 1_000 })
  }).toPass({ timeout: 20_000 })
  await page.getByText('Failed', { exact: true }).waitFor()
  await page.getByText('$40.00').first().waitFor()
  await admins.goto('/admin')
  await admins.getByText('Every payout of this month').click()
  await admins
    .getByRole('table', { name: 'Payouts', exact: true })
    .getByText('transfers_inactive')
    .first()
    .waitFor()
  expect(await axeViolations(admins)).toEqual([])
})

test('a payout that the site’s own bank rejected is shown beside the run until one arrives', {
  tag: '@long',
}, async () => {
  const { page } = admin
  await page.goto('/sandbox?view=payouts')
  await page.getByRole('button', { name: 'Fail a payout' }).click()
  await page.getByText('Failed', { exact: true }).waitFor()
  const sandboxViolations = await axeViolations(page)
  const notice = page.getByText(
    'Your bank rejected a payout of $100.00 from the card provider (account_closed)',
  )
  await expect(async () => {
    await page.goto('/admin')
    await notice.waitFor({ timeout: 1_000 })
  }).toPass({ timeout: 20_000 })
  const violations = await axeViolations(page)
  await page.goto('/sandbox?view=payouts')
  await page.getByRole('button', { name: 'Pay out $100.00' }).click()

  await expect(async () => {
    await page.goto('/admin')
    await page.getByRole('button', { name: 'Process All Payouts' }).waitFor()
    await expect(notice).toHaveCount(0, { timeout: 1_000 })
  }).toPass({ timeout: 20_000 })
  expect([...sandboxViolations, ...violations]).toEqual([])
  expect(admin.pageErrors).toEqual([])
})
