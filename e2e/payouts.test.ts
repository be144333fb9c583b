import { markPayoutPaid, markPayoutReturned } from '../contract/payout-runs.ts'
import { getPayoutHistory, setPayoutMethod } from '../contract/payouts.ts'
import { axeViolations, horizontalOverflowPx } from './fixtures/accessibility.ts'
import { openAdmin } from './fixtures/accounts.ts'
import { buy, publish, signIn } from './fixtures/actions.ts'
import { expect, openSite, test, type Visitor } from './fixtures/test.ts'

const site = openSite({ env: { ADMIN_EMAIL: 'admin@example.com' } })
let admin: Visitor

test.beforeAll(async () => {
  admin = await openAdmin(site)
})

/** Processes payouts as the admin page does, and waits for the end of the run. */
async function processPayouts() {
  const now = new Date()
  const data = { month: now.getUTCMonth() + 1, year: now.getUTCFullYear() }
  const { request } = admin.page
  const run = await (await request.post('/api/admin/process-payouts', { data })).json()
  await expect
    .poll(async () => (await (await request.get(`/api/admin/payout-runs/${run.id}`)).json()).state, {
      timeout: 30_000,
    })
    .toBe('completed')
}

test('a creator sets up payouts, is paid, and opens the statement down to the sale', async () => {
  const mara = await site.newVisitor()
  const { page } = mara
  await signIn(page, { email: 'mara@example.com', name: 'Mara' })
  const id = await publish(page, { kind: 'Text', title: 'Harbour loops', price: '50.00', text: 'Salt.' })
  const fan = await site.newVisitor()
  await buy(fan.page, id)
  await fan.page.getByText('Salt.').waitFor()

  await page.goto('/settings/payouts')
  await page.getByText('Payouts Not Set Up').waitFor()
  await page.getByText('You have $40.00 ready. Add a payout method').waitFor()
  await page.getByText('No payouts yet').waitFor()
  await page.getByRole('radio', { name: 'Cash App' }).check()
  await page.getByText('Unsaved changes to your payout method').waitFor()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Missing Information').first().waitFor()
  await page.getByText('Please select a payout method and enter your email').first().waitFor()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('payoutEmail')

  await page.getByRole('radio', { name: 'PayPal' }).check()
  await page.getByLabel('PayPal email').fill('mara@pay.example')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Payout Setup Complete').first().waitFor()
  await page.getByText('by PayPal to m•••@pay.example.').waitFor()
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeHidden()

  await page.getByText('Tell us who we pay').waitFor()
  const payee = page.getByRole('region', { name: 'Payee details' })
  await payee.getByRole('button', { name: 'Save details' }).click()
  await payee.getByText('Enter the name in your passport or ID').waitFor()
  await payee.getByLabel('Legal name').fill('Mara Vitale')
  await payee.getByLabel('Month of birth').selectOption('March')
  await payee.getByLabel('Day of birth').fill('9')
  await payee.getByLabel('Year of birth').fill('1988')
  await payee.getByLabel('Country').selectOption('IT')
  await payee.getByLabel('Tax number').fill('VTLMRA88C49L424R')
  await payee.getByLabel('Street and number').fill('Via San Nicolò 12')
  await payee.getByLabel('Postal code').fill('34121')
  await payee.getByLabel('City').fill('Trieste')
  expect(await axeViolations(page)).toEqual([])
  await payee.getByRole('button', { name: 'Save details' }).click()
  await payee.getByText('Tax number ends in 424R').waitFor()
  await payee.getByRole('button', { name: 'Change payee details' }).click()
  await expect(payee.getByLabel('Legal name')).toHaveValue('Mara Vitale')
  await payee.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Tell us who we pay')).toBeHidden()

  await processPayouts()
  await page.reload()
  await page.getByText('Processing', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Statement of $40.00' }).click()
  const entries = page.getByRole('table', { name: 'Entries of this payout' })
  await entries.getByText('Harbour loops').waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download CSV' }).click()

  expect(await entries.getByRole('row').allInnerTexts()).toContainEqual(
    expect.stringMatching(/Harbour loops[\s\S]*\$50\.00\s+\$10\.00\s+\$40\.00/),
  )
  await page.setViewportSize({ width: 360, height: 800 })
  const edges = await entries
    .getByRole('row')
    .evaluateAll((rows) => rows.map((row) => row.lastElementChild?.getBoundingClientRect().right))
  const table = await entries.evaluate((element) => element.getBoundingClientRect().right)
  expect(edges.map((edge) => Math.round(edge ?? 0))).toEqual(edges.map(() => Math.round(table)))
  expect(await horizontalOverflowPx(page)).toBe(0)
  expect((await download).suggestedFilename()).toMatch(/^tipdrop-payout-\d+\.csv$/)
  expect(await axeViolations(page)).toEqual([])
  expect(mara.pageErrors).toEqual([])
})

test('a bank account is connected on a phone: canceled, in progress and complete', {
  tag: '@long',
}, async () => {
  const jonas = await site.newVisitor({ width: 360 })
  const { page } = jonas
  await signIn(page, { email: 'jonas@example.com', name: 'Jonas' })
  const onboard = async (button: string, outcome: string) => {
    await page.getByRole('button', { name: button }).click()
    await page.getByRole('heading', { name: 'Where should your money go?' }).waitFor()
    await page.getByRole('button', { name: outcome }).click()
  }

  await page.goto('/connect')
  await page.getByLabel('Country').selectOption('US')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Ready to Get Paid?' }).waitFor()
  await onboard('Connect a bank account', 'Leave')
  await page.getByText('Your setup was interrupted.').waitFor()
  await onboard('Connect a bank account', 'Restricted')
  await page.getByRole('heading', { name: 'Setup In Progress' }).waitFor()
  await page.getByText('A copy of your identity document is missing.').waitFor()
  await page.getByRole('button', { name: 'Check Status' }).click()
  const inProgress = await axeViolations(page)
  await onboard('Add missing details', 'Complete')
  await page.getByRole('heading', { name: 'Your bank account is connected' }).waitFor()
  await page.getByText('We’ve received your details.').waitFor()

  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Open payout dashboard' }).click()
  await (await opened).waitForURL('**/sandbox/account')
  await page.route('**/connect/dashboard-link', (route) => route.abort())
  await page.getByRole('button', { name: 'Open payout dashboard' }).click()
  await page.getByText('Failed to access payout dashboard. Please try again.').first().waitFor()

  expect(inProgress).toEqual([])
  expect(await axeViolations(page)).toEqual([])
  expect(await horizontalOverflowPx(page)).toBe(0)
  expect(jonas.pageErrors).toEqual([])
})

test('a signed-out visitor is redirected from /connect to the home page', { tag: '@long' }, async () => {
  const { page } = await site.newVisitor()

  await page.goto('/connect')

  await page.waitForURL((url) => url.pathname === '/')
})

test('the timeline shows what is available, the next run and each state of a payout, and the balance adds up', {
  tag: '@long',
}, async () => {
  const { page, pageErrors } = await site.newVisitor({ width: 768 })
  await signIn(page, { email: 'lena@example.com', name: 'Lena' })
  const id = await publish(page, { kind: 'Text', title: 'First Frost', price: '50.00', text: 'Salt.' })
  await buy((await site.newVisitor()).page, id)
  const now = new Date()
  const nextRun = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
  const nextRunDay = nextRun.toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
  const steps = page.getByRole('region', { name: 'Your payouts' }).getByRole('listitem')
  const available = /^Today, .*\$40\.00Available$/
  const run = new RegExp(`^From ${nextRunDay}, \\d{4}Payout run`)
  const expectSteps = async (expected: Array<RegExp>) => {
    await page.goto('/dashboard')
    await page.getByRole('heading', { name: 'Creator Dashboard' }).waitFor()
    // The timeline loads when it is near the screen.
    await page.keyboard.press('End')
    await expect(steps).toHaveText(expected)
  }

  await expectSteps([available, new RegExp(`${run.source}Add a payout method to get paid from`)])
  await page.request.post(setPayoutMethod.path, {
    data: { payoutMethod: 'paypal', payoutEmail: 'lena@pay.example' },
  })
  await expectSteps([available, new RegExp(`${run.source}Includes your sales until`), /In your account/])

  await processPayouts()
  const nothing = /^Today, .*\$0\.00Available$/
  const below = new RegExp(`${run.source}Needs \\$25\\.00: \\$25\\.00 to go`)
  await expectSteps([/\$40\.00Processing$/, nothing, below])

  await page.goto('/settings/payouts')
  await expect(
    page.getByRole('region', { name: 'How your balance adds up' }).getByRole('listitem'),
  ).toHaveText([
    /^Paid by buyers.*\$50\.00$/,
    /^Our fees.*−\$10\.00$/,
    /^Refunds and disputes.*\$0\.00$/,
    /^Paid out.*−\$40\.00$/,
    /^Available Balance\$0\.00$/,
  ])

  const [payout] = await (await page.request.get(getPayoutHistory.path)).json()
  const url = (path: string) => path.replace(':id', String(payout.id))
  await admin.page.request.post(url(markPayoutPaid.path), { data: { reference: 'PP-1' } })
  await expectSteps([/\$40\.00Paid$/, nothing, below])
  await admin.page.request.post(url(markPayoutReturned.path), { data: { notes: 'No such account' } })
  await expectSteps([
    /\$40\.00Returned$/,
    available,
    new RegExp(`${run.source}Includes your sales until`),
    /In your account/,
  ])
  expect(pageErrors).toEqual([])
})
