import { buy, waitForHydration } from './fixtures/actions.ts'
import { fileForSale } from './fixtures/items.ts'
import { expect, openSite, test } from './fixtures/test.ts'

const site = openSite()
const loops = fileForSale(site)

/** A visitor who bought it; returns the path of the access page. */
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
  await page.getByText('the creator will review your request').waitFor()
  await page.getByLabel('Reason').fill(reason)
  await page.getByRole('button', { name: 'Request a $5.00 refund' }).click()

  await page.getByRole('heading', { name: 'You’ve requested a refund' }).waitFor()
  await page.getByRole('link', { name: 'Back to purchase' }).click()
  await page.getByText('You’ve requested a refund. The creator will review it').waitFor()
  return { page, access }
}

/** The creator reads the newest request on the dashboard and decides it with the button of this name. */
async function decideRefund(reason: string, words: string, button: string) {
  const { page } = loops.creator
  await page.goto('/dashboard')
  await waitForHydration(page)
  await page
    .getByRole('link', { name: /refund/i })
    .first()
    .click()
  await page.getByRole('heading', { name: 'A buyer requested a refund' }).waitFor()
  await waitForHydration(page)
  await page.getByText(reason).waitFor()
  await page.getByLabel('Reason').fill(words)
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('heading', { name: 'Refund request' }).waitFor()
}

test('an unopened purchase is refunded from the access page, and its receipt stays', async () => {
  const { page, access } = await buyContent()
  await page.goto(access)

  await page.getByRole('link', { name: 'Request a refund' }).click()
  await page.getByText('You haven’t opened it yet').waitFor()
  await page.getByRole('button', { name: 'Refund $5.00' }).click()

  await page.getByRole('heading', { name: 'Your refund is complete' }).waitFor()
  await page.goto(access)
  await page.getByRole('heading', { name: 'This purchase is no longer available' }).waitFor()
  await page.getByRole('link', { name: 'Receipt' }).click()
  await page.getByText('−$5.00').waitFor()
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download PDF' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^tipdrop-receipt-\d+\.pdf$/)
})

test('the creator approves a refund of an opened item: access ends and the receipt shows it', async () => {
  const { page, access } = await requestRefund('Not what I hoped for')

  await decideRefund('Not what I hoped for', 'Sorry to hear', 'Refund $5.00')

  await page.goto(`${access}/refund`)
  await page.getByRole('heading', { name: 'Your refund is complete' }).waitFor()
  await page.goto(access)
  await page.getByRole('heading', { name: 'This purchase is no longer available' }).waitFor()
  await page.getByRole('link', { name: 'Receipt' }).click()
  await page.getByText('−$5.00').waitFor()
})

test('the creator declines a refund of an opened item: access stays and the access page shows it', {
  tag: '@long',
}, async () => {
  const { page, access } = await requestRefund('Too quiet')

  await decideRefund('Too quiet', 'It is meant to be quiet', 'Decline')

  await page.goto(`${access}/refund`)
  await page.getByRole('heading', { name: 'The creator declined your refund' }).waitFor()
  await page.getByRole('link', { name: 'Back to purchase' }).click()
  await page
    .getByText('The creator declined your refund. If you think this is a mistake, contact us')
    .waitFor()
  const saved = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  expect((await saved).suggestedFilename()).toBe('loops.zip')
})
