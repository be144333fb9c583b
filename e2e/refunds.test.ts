import { axeViolations } from './fixtures/accessibility.ts'
import { buy, signIn } from './fixtures/actions.ts'
import { fileForSale } from './fixtures/items.ts'
import { expect, openSite, test } from './fixtures/test.ts'

const site = openSite({ env: { ADMIN_EMAIL: 'admin@example.com' } })
const loops = fileForSale(site)

/** Buys the file as a new visitor; returns the path of the access page. */
async function buyContent() {
  const visitor = await site.newVisitor({ width: 360 })
  return { ...visitor, access: await buy(visitor.page, loops.id) }
}

/** A buyer who opened the item and requested a refund. */
async function requestRefund(reason: string) {
  const { page, access } = await buyContent()
  await page.goto(access)
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  await (await saved).path()

  await page.getByRole('link', { name: 'Request a refund' }).click()
  await page.getByText('the creator has 72 hours to refund $5.00 or decline').waitFor()
  await page.getByLabel('Reason').fill(reason)
  await page.getByRole('button', { name: 'Request a $5.00 refund' }).click()

  await page.getByRole('heading', { name: 'You’ve requested a refund' }).waitFor()
  await page.getByRole('link', { name: 'Back to purchase' }).click()
  await page.getByText('The creator has 72 hours to answer, then we refund you.').waitFor()
  return { page, access }
}

/** The creator reads the newest request on the dashboard and decides it with the button of this name. */
async function decideRefund(reason: string, response: string, button: string) {
  const { page } = loops.creator
  await page.goto('/dashboard')
  await page
    .getByRole('link', { name: /refund/i })
    .first()
    .click()
  await page.getByRole('heading', { name: 'A buyer requested a refund' }).waitFor()
  await page.getByText(reason).waitFor()
  await page.getByText(/^Refund it or decline: it’s due in \d/).waitFor()
  await page.getByLabel('Reason').fill(response)
  await page.getByRole('button', { name: button, exact: true }).click()
}

test('an unopened purchase is refunded from the access page, and its receipt stays', {
  tag: '@firefox',
}, async () => {
  const { page, access } = await buyContent()
  await page.goto(access)

  await page.getByRole('link', { name: 'Request a refund' }).click()
  await page.getByText('We’ll refund $5.00 to your card right away.').waitFor()
  await page.getByRole('button', { name: 'Refund $5.00' }).click()

  await page.getByRole('heading', { name: 'Your refund is complete' }).waitFor()
  await page.goto(access)
  await page.getByRole('heading', { name: 'This purchase is no longer available' }).waitFor()
  await page.getByRole('link', { name: 'Receipt' }).click()
  // The refund, and the correction that documents it.
  await expect(page.getByText('−$5.00')).toHaveCount(2)
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download PDF' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^receipt-\d{4}-\d{6}\.pdf$/)
})

test('the creator approves a refund of an opened item: access ends and the receipt shows it', {
  tag: '@long',
}, async () => {
  const { page, access } = await requestRefund('Not what I hoped for')

  await decideRefund('Not what I hoped for', 'Sorry to hear', 'Refund $5.00')
  await loops.creator.page.getByRole('heading', { name: 'Refund request' }).waitFor()

  await page.goto(`${access}/refund`)
  await page.getByRole('heading', { name: 'Your refund is complete' }).waitFor()
  await page.goto(access)
  await page.getByRole('heading', { name: 'This purchase is no longer available' }).waitFor()
  await page.getByRole('link', { name: 'Receipt' }).click()
  await expect(page.getByText('−$5.00')).toHaveCount(2)
})

test('the creator declines, the admin agrees, and the buyer keeps access', {
  tag: ['@firefox', '@long'],
}, async () => {
  const { page, access } = await requestRefund('Too quiet')

  await decideRefund('Too quiet', 'It is meant to be quiet', 'Decline')
  await loops.creator.page.getByText('You declined, and we’re reviewing the request.').waitFor()
  await page.goto(`${access}/refund`)
  await page.getByRole('heading', { name: 'We’re reviewing your refund request' }).waitFor()

  const admin = await site.newVisitor()
  await signIn(admin.page, { email: 'admin@example.com', name: 'Ada' })
  await admin.page.goto('/admin/attention?view=reviews')
  await admin.page.getByText('It is meant to be quiet').waitFor()
  await admin.page.getByRole('link', { name: 'Return a part of it' }).click()
  await admin.page.getByText('The creator declined. Your decision is final.').waitFor()
  expect(await axeViolations(admin.page)).toEqual([])
  await admin.page.getByLabel('Reason').fill('It plays well')
  await admin.page.getByRole('button', { name: 'Decline' }).click()
  await admin.page.getByRole('heading', { name: 'Refund request' }).waitFor()
  await admin.page.getByRole('link', { name: 'Back to Inbox' }).click()
  await admin.page.getByText('Nothing to decide').first().waitFor()

  await page.goto(`${access}/refund`)
  await page.getByRole('heading', { name: 'Your refund was declined' }).waitFor()
  await page.getByRole('link', { name: 'Back to purchase' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  expect((await saved).suggestedFilename()).toBe('loops.zip')
})
