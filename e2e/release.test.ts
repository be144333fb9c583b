import type { Page } from '@playwright/test'
import { accessPath, cards, goToCheckout, payWith, publish, signIn } from './fixtures/actions.ts'
import { expect, openSite, test, type Visitor } from './fixtures/test.ts'

const site = openSite()
let creator: Visitor

test.beforeAll(async () => {
  creator = await site.openVisitor()
  await signIn(creator.page, { email: 'mara@example.com', name: 'Mara' })
})

/** A week from now, on the hour. */
function dayAhead(days = 8): { typed: string; short: string } {
  const day = new Date(Date.now() + days * 24 * 3_600_000).toISOString().slice(0, 10)
  const short = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
  return { typed: `${day}T18:00`, short: short.format(new Date(day)) }
}

async function openBlock(page: Page, id: string): Promise<void> {
  await page.goto(`/edit/${id}`)
  await page.getByText('More ways to sell').click()
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Changes saved', { exact: true }).waitFor()
}

async function setDay(page: Page, id: string, typed: string): Promise<void> {
  await openBlock(page, id)
  const day = page.getByRole('switch', { name: 'Release day' })
  if (!(await day.isChecked())) await day.check()
  await page.getByLabel('Day and time').fill(typed)
  await page.getByLabel('On the clock of').selectOption('Europe/Rome')
}

async function paysFor(page: Page, id: string): Promise<string> {
  await goToCheckout(page, id)
  await payWith(page, cards.success)
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  return accessPath(page)
}

test('a creator sells before the day, a buyer waits, and the page opens by itself', async () => {
  const { page } = creator
  const id = await publish(page, { kind: 'Text', text: 'Snow.', title: 'First Frost', price: '10.00' })
  const { typed, short } = dayAhead()
  await setDay(page, id, typed)
  await page.getByText(/^Buyers see “Out \w+, \w+ \d+, 6 PM in Rome”\.$/).waitFor()
  await save(page)

  const buyer = await site.newVisitor({ width: 390 })
  await buyer.page.goto(`/p/${id}`)
  await buyer.page.getByText(/^Out \w+, \w+ \d+, 6 PM in Rome$/).waitFor()
  await expect(buyer.page.getByRole('timer')).toHaveAccessibleName(/^\d days, \d+ hours?, \d+ minutes?$/)
  await buyer.page.getByText('Price before release').waitFor()
  await expect(buyer.page.locator('[data-pay-button]')).toHaveText(`Pay $10.00, get it on ${short}`)
  await buyer.page.getByText('Change your mind anytime before: full refund.').waitFor()
  const path = await paysFor(buyer.page, id)
  const waiting = await site.newVisitor()
  await waiting.page.clock.install()
  await waiting.page.goto(path)
  const heading = waiting.page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(/^First Frost comes on \w+, \w+ \d+$/)
  const calendar = await waiting.page.request.get(`${path}/calendar.ics`)
  expect(await calendar.text()).toContain('BEGIN:VEVENT\r\n')

  await openBlock(page, id)
  await page.getByText('1 person waits. Moving the day emails them.').waitFor()
  await page.getByRole('switch', { name: 'Release day' }).uncheck()
  await page.getByText('1 person waits. Once you save, it’s out, and we email them their links.').waitFor()
  await save(page)

  await waiting.page.clock.fastForward(11 * 60_000)
  await expect(heading).toHaveText('First Frost')
  expect([buyer.pageErrors, waiting.pageErrors, creator.pageErrors]).toEqual([[], [], []])
})

test('without JavaScript a buyer reads the day, and gets the money back in one step', {
  tag: '@long',
}, async () => {
  const { page } = creator
  const id = await publish(page, { kind: 'Text', text: 'Ice.', title: 'Second Frost', price: '10.00' })
  await setDay(page, id, dayAhead().typed)
  await save(page)
  const paying = await site.newVisitor()
  const path = await paysFor(paying.page, id)
  const buyer = await site.newVisitor({ javaScript: false })

  await buyer.page.goto(`/p/${id}`)
  await expect(buyer.page.getByRole('timer')).toBeVisible()
  await buyer.page.getByText(/^Not out by \w+ \d+\? We’ll refund you automatically\.$/).waitFor()
  await buyer.page.goto(path)
  await buyer.page.getByRole('link', { name: 'Get a refund' }).click()
  await buyer.page.getByRole('heading', { name: 'Get a refund' }).waitFor()
  await buyer.page.getByRole('button', { name: 'Refund $10.00' }).click()

  await buyer.page
    .getByRole('heading', { name: /refund/i })
    .first()
    .waitFor()
  await buyer.page.goto(path)
  await buyer.page.getByText('This purchase was refunded').waitFor()
})

test('a day that can’t be set is refused in the block, which opens for it, and a deleted item refunds who waits', {
  tag: '@long',
}, async () => {
  const { page } = creator
  const id = await publish(page, { kind: 'Text', text: 'Rime.', title: 'Third Frost', price: '10.00' })
  await setDay(page, id, dayAhead(-2).typed)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Choose a day and time that is still to come').first().waitFor()
  await page.getByLabel('Day and time').fill(dayAhead(200).typed)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Choose a day within the next 180 days').first().waitFor()
  await page.getByLabel('Day and time').fill(dayAhead().typed)
  await save(page)
  const buyer = await site.newVisitor()
  const path = await paysFor(buyer.page, id)

  const answer = await page.request.delete(`/api/content/${id}`)
  expect(answer.status()).toBe(200)
  await buyer.page.goto(path)

  await buyer.page.getByRole('heading', { name: 'Third Frost won’t come out' }).waitFor()
})
