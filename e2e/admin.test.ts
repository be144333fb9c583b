import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { confirmPayoutMethod } from '../contract/payout-method-state.ts'
import { axeViolations } from './fixtures/accessibility.ts'
import { openAdmin, openCreator } from './fixtures/accounts.ts'
import { buy, publish, signIn } from './fixtures/actions.ts'
import { expect, openSite, test, type Visitor } from './fixtures/test.ts'

const site = openSite({ env: { ADMIN_EMAIL: 'admin@example.com' } })
let admin: Visitor
let mara: Visitor
let id = ''

test.beforeAll(async () => {
  mara = await openCreator(site)
  id = await publish(mara.page, {
    kind: 'Text',
    title: 'Harbour loops',
    price: '50.00',
    text: 'Salt and rope.',
  })
  admin = await openAdmin(site)
})

async function buyContent(page: Page, email = 'fan@example.com') {
  await buy(page, id, { email })
  await page.getByText('Salt and rope.').waitFor()
}

test('everyone but the admin sees Access Denied from the server', { tag: '@long' }, async () => {
  const { page: stranger } = await site.newVisitor()
  const { page: creator } = mara

  for (const path of ['/admin', '/admin/attention', '/admin/purchases/1', '/admin/audit']) {
    expect((await stranger.goto(path))?.status()).toBe(401)
    await stranger.getByRole('heading', { name: 'Access Denied' }).waitFor()
    expect((await creator.goto(path))?.status()).toBe(403)
    await creator.getByRole('heading', { name: 'Access Denied' }).waitFor()
  }
})

test('the admin exports a month and pays everyone due after a preview', async () => {
  const { page } = admin
  await buyContent((await site.newVisitor()).page, 'first@example.com')
  await page.goto('/admin')
  const creators = page.getByRole('table', { name: 'Creator payouts' })
  await creators.getByText('No payout method', { exact: true }).waitFor()
  await page.getByText('Pending Payouts').waitFor()
  await page.getByRole('heading', { name: 'No one can be paid right now' }).waitFor()
  const process = page.getByRole('button', { name: 'Process All Payouts' })
  await expect(process).toBeDisabled()
  await expect(process).toHaveAccessibleDescription(/1 without a payout method\.$/)
  await page.getByRole('button', { name: 'Remind mara@example.com' }).click()
  await creators.getByText(/^Reminded /).waitFor()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV Report' }).click()
  expect((await download).suggestedFilename()).toMatch(/^creator-payouts-\d{4}-\d{2}\.csv$/)
  await page.getByText('Export Complete').first().waitFor()

  const data = { payoutMethod: 'cashapp', payoutEmail: '$maralind' }
  expect((await mara.page.request.post('/api/payout/setup', { data })).status()).toBe(200)
  await page.reload()
  await page.getByRole('heading', { name: '$40.00 to 1 creator' }).waitFor()
  await process.click()
  await page.getByRole('button', { name: 'Pay $40.00 to 1 creator' }).click()
  await page.getByText('1 to pay manually, 0 skipped').waitFor()
  await page.getByText('Payouts Processed').first().waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await creators.getByText('To pay manually').waitFor()
  await page.getByRole('button', { name: 'To pay manually 1 $40.00' }).click()
  const batches = page.getByRole('table', { name: 'Batches' })
  const file = page.waitForEvent('download')
  await batches.getByRole('button', { name: /^Download file/ }).click()
  const table = await readFile(await (await file).path(), 'utf8')
  await batches.getByRole('link', { name: /^Import result/ }).click()
  await page.getByRole('heading', { name: /^Batch \d{4}-1, Cash App$/ }).waitFor()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Import result' }).click()
  const buffer = Buffer.from(table.replace(',,,', ',paid,CASH-1,'))
  await (await chooser).setFiles({ name: 'paid.csv', mimeType: 'text/csv', buffer })
  await page.getByText('Recording it emails 1 creator that their payout is paid.').waitFor()
  await page.getByRole('button', { name: 'Record 1 paid' }).click()
  await page.getByText('Recorded', { exact: true }).waitFor()
  await page.getByText('CASH-1').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Payouts' }).first().click()
  await page.getByRole('button', { name: 'To pay manually 0 $0.00' }).click()
  await page.getByText('No matching creators').waitFor()
  await page.getByRole('button', { name: /^All / }).click()
  await creators.getByText('CASH-1').waitFor()
  await creators.getByText(/^Paid /).waitFor()
  await creators.getByRole('link', { name: 'Statement of mara@example.com' }).waitFor()
  await page.getByRole('button', { name: 'More for mara@example.com' }).click()
  await page.getByRole('button', { name: 'Mark as returned' }).click()
  await page.getByLabel('What happened').fill('The account is closed')
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as returned' }).click()
  await creators.getByText('Payout method not confirmed').waitFor()
  await mara.page.request.post(confirmPayoutMethod.path)
  await page.reload()
  await creators.getByText('Ready for Payout').waitFor()
  await page.getByRole('heading', { name: '$40.00 to 1 creator' }).waitFor()
  await page.getByText('Every payout of this month').click()
  await page.getByRole('table', { name: 'Payouts' }).getByText('The account is closed').waitFor()

  await page.getByLabel('Month', { exact: true }).selectOption({ label: 'January' })
  await page.getByLabel('Year').selectOption('2024')
  await page.getByText('No earnings this month').waitFor()
  expect(page.url()).toContain('month=1&year=2024')
})

test('the admin finds a purchase by email, refunds a part with a reason, and its record shows it', async () => {
  const { page, pageErrors } = admin
  await buyContent((await site.newVisitor()).page, 'second@example.com')
  await page.goto('/admin/purchases')
  await page.getByLabel('Search purchases').fill('SECOND@example.com')
  await expect(page.getByRole('link', { name: 'Harbour loops' })).toHaveCount(1)
  await page.getByRole('link', { name: 'Harbour loops' }).click()
  await page.getByRole('heading', { name: 'A buyer bought Harbour loops' }).waitFor()
  await page.getByRole('row', { name: 'The buyer’s card' }).getByText('−$50.00').waitFor()
  await page.getByRole('row', { name: /^Mara/ }).getByText('+$40.00').waitFor()

  await page.getByText('$80.00 to $40.00').waitFor()
  await page.getByText('Closes', { exact: true }).waitFor()
  await page.getByLabel('Amount to refund').fill('20')
  await page.getByText('$80.00 to $64.00').waitFor()
  await page.getByText('Stays open', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Refund $20.00' }).click()
  await page.getByText('Enter a reason for the buyer').waitFor()
  await page.getByRole('textbox', { name: 'Reason' }).fill('It came late')
  await page.getByRole('button', { name: 'Refund $20.00' }).click()

  await page.getByText('Up to $30.00').waitFor()
  await page
    .getByRole('table', { name: /^Refund/ })
    .getByText('+$20.00')
    .waitFor()
  await page.getByText('Partially refunded').waitFor()
  await page.goto('/admin/audit')
  await page.getByText('Refunded a purchase').waitFor()
  await page.getByText('It came late').waitFor()
  expect(pageErrors).toEqual([])
})

test('an item is reported without JavaScript, taken down and restored', async () => {
  const { page, pageErrors } = admin
  const { page: visitor } = await site.newVisitor()
  await visitor.goto(`/p/${id}`)
  await visitor.getByRole('link', { name: 'Report this item' }).click()
  await visitor.getByLabel('What’s wrong').selectOption({ label: 'It’s someone else’s work' })
  await visitor.getByLabel(/Tell us more/).fill('My own recording.')
  await visitor.getByRole('button', { name: 'Send report' }).click()
  await visitor.getByRole('heading', { name: 'Thank you for telling us' }).waitFor()

  await page.goto('/admin/inbox?kind=report')
  await page.getByText('My own recording.').waitFor()
  await takeDown(page)
  await page.getByText('Nothing left of this kind').or(page.getByText('Nothing to decide')).first().waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('My own recording.').waitFor()
  expect((await visitor.goto(`/p/${id}`))?.status()).toBe(200)
  await takeDown(page)
  // A page that is left sends what could still be undone.
  await page.goto('/admin/reports')
  await expect.poll(async () => (await visitor.goto(`/p/${id}`))?.status()).toBe(404)
  await mara.page.goto('/')
  await mara.page.getByText('Taken down', { exact: true }).waitFor()
  await mara.page.goto(`/edit/${id}`)
  await mara.page.getByText('We took this item down. We are asking').waitFor()

  await page.reload()
  await page.getByText('Taken down (1)').waitFor()
  await page.getByRole('button', { name: /^Restore/ }).click()
  await page.getByText('Nothing taken down').waitFor()
  await expect.poll(async () => (await visitor.goto(`/p/${id}`))?.status()).toBe(200)
  expect(pageErrors).toEqual([])
})

async function takeDown(page: Page) {
  await page.getByRole('button', { name: 'Take down' }).click()
  await page.getByLabel('Reason').fill('We are asking')
  await page.getByRole('dialog').getByRole('button', { name: 'Take down' }).click()
}

test('feedback reaches the inbox and is archived', { tag: '@long' }, async () => {
  const { page: visitor } = await site.newVisitor()
  await visitor.goto('/feedback')
  await visitor.getByLabel('Subject').fill('It crawls')
  await visitor.getByRole('button', { name: 'Submit Feedback' }).click()
  await visitor.getByText('Missing Information').first().waitFor()
  await visitor.getByText('Please fill in all required fields.').first().waitFor()
  await visitor.getByLabel('Message').fill('Every evening.')
  await visitor.getByRole('button', { name: 'Submit Feedback' }).click()
  await visitor.getByText('Feedback Submitted!').first().waitFor()

  const { page } = admin
  await page.goto('/admin/inbox?kind=feedback')
  await page.getByRole('heading', { name: 'It crawls' }).waitFor()
  await page.getByRole('button', { name: 'Mark as done' }).click()
  await page.getByText('Marked as done').first().waitFor()
  await page.goto('/admin/feedback')
  await expect(async () => {
    await page.reload()
    await page.getByRole('heading', { name: 'It crawls' }).waitFor({ timeout: 2_000 })
  }).toPass()
  await page.getByRole('button', { name: /^Move back to inbox/ }).click()
  await page.goto('/admin/inbox?kind=feedback')
  await page.getByRole('heading', { name: 'It crawls' }).waitFor()
})

test('a suspended creator is signed out, and their tip pages answer 404', { tag: '@long' }, async () => {
  const { page } = admin
  await page.goto('/admin/creators?q=mara')
  await page.getByRole('button', { name: 'More for mara@example.com' }).click()
  await page.getByRole('button', { name: 'Suspend mara@example.com' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
  await page.getByText('Enter a reason for the creator').waitFor()
  await page.getByLabel('Reason').fill('Sold what was not theirs')
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
  await page.getByText('Reason: Sold what was not theirs').waitFor()

  const answer = await mara.page.request.get('/api/auth/user')
  expect(answer.status()).toBe(401)
  expect((await mara.page.goto(`/p/${id}`))?.status()).toBe(404)
})

test('on a phone, the card of a creator who cannot be paid yet has no empty "Actions" line', {
  tag: '@long',
}, async () => {
  const lena = await site.newVisitor()
  await signIn(lena.page, { email: 'lena@example.com', name: 'Lena' })
  const item = await publish(lena.page, { kind: 'Text', title: 'Tide', price: '5.00', text: 'Low at six.' })
  await buy((await site.newVisitor()).page, item)
  const { page, context } = await site.newVisitor({ width: 390 })
  await context.addCookies(await admin.context.cookies())

  await page.goto('/admin')

  const card = page.getByRole('table', { name: 'Creator payouts' }).locator('tr', { hasText: 'Lena' })
  await card.getByText('Below Minimum ($25)').waitFor()
  await expect(card.getByText('Actions')).toBeHidden()
})
