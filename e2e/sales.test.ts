import type { Page } from '@playwright/test'
import { axeViolations, horizontalOverflowPx, tabTo } from './fixtures/accessibility.ts'
import { openCreator } from './fixtures/accounts.ts'
import { buy, publish } from './fixtures/actions.ts'
import { expect, openSite, test, type Visitor } from './fixtures/test.ts'

const site = openSite()
let creator: Visitor
let id = ''

test.beforeAll(async () => {
  creator = await openCreator(site)
  id = await publish(creator.page, {
    kind: 'Text',
    title: 'Dusk',
    price: '5.00',
    text: 'Wait four minutes.',
  })
})

let buyerCount = 0

/** Buys the item as a new visitor; returns the path of the access page. */
async function makeSale(email = `fan${++buyerCount}@example.com`) {
  const visitor = await site.newVisitor()
  return { ...visitor, access: await buy(visitor.page, id, { email }) }
}

/** Opens a page as the creator on another screen size. */
async function openSalesPage(path: string, screen: { width?: number; dark?: boolean } = {}) {
  const visitor = await site.newVisitor(screen)
  await visitor.context.addCookies(await creator.context.cookies())
  // The event stream is open once the page is hydrated.
  const eventStreamOpened = visitor.page.waitForResponse((answer) => answer.url().endsWith('/api/events'))
  await visitor.page.goto(path)
  await eventStreamOpened
  return visitor
}

async function openNewestSale(page: Page) {
  await page.goto('/sales')
  await page.getByRole('list', { name: 'Sales' }).getByRole('link').first().click()
  await page.getByRole('dialog').waitFor()
}

test('a sale appears on the open dashboard with a card, and the figures follow', async () => {
  const { page, pageErrors } = await openSalesPage('/dashboard')
  const firstSteps = page.getByRole('region', { name: /first sale/i })
  await firstSteps.waitFor()

  await makeSale('fan@example.com')

  await page.getByRole('region', { name: 'New sales' }).getByText('paid $5.00 for Dusk').first().waitFor()
  await page.getByText('Total tips to date').waitFor()
  await expect(firstSteps).toHaveCount(0)
  // The newest sales load when they are near the screen.
  await page.keyboard.press('End')
  await page.getByRole('region', { name: 'Latest Sales' }).getByText('fan@example.com').waitFor()
  const headings = [
    page.getByRole('heading', { name: 'Latest Sales' }),
    page.getByRole('heading', { name: 'Your payouts' }),
  ]
  await expect(async () => {
    const [sales, payouts] = await Promise.all(headings.map((heading) => heading.boundingBox()))
    expect(sales?.y, 'The headings of both cards are on one line').toBe(payouts?.y)
  }).toPass({ timeout: 10_000 })
  expect(pageErrors).toEqual([])
})

test('a sale appears at the top of the sales list', { tag: '@long' }, async () => {
  await makeSale()
  const { page } = await openSalesPage('/sales')
  await page.getByRole('list', { name: 'Sales' }).waitFor()

  await makeSale('newest@example.com')

  await page.getByText('New sale: $5.00 for Dusk').first().waitFor()
  const first = page.getByRole('list', { name: 'Sales' }).getByRole('link').first()
  await expect(first).toContainText('newest@example.com')
})

test('sales made while the page was hidden appear when it is visible again', { tag: '@long' }, async () => {
  await makeSale()
  const { page } = await openSalesPage('/sales')
  await page.getByRole('list', { name: 'Sales' }).waitFor()
  await setVisibility(page, 'hidden')

  await makeSale('unseen@example.com')
  await setVisibility(page, 'visible')

  await page.getByText('unseen@example.com').waitFor()
})

test('a partial refund from the drawer shows the resulting balance first', { tag: '@long' }, async () => {
  await makeSale('part@example.com')
  const { page } = await openSalesPage('/sales')
  await openNewestSale(page)
  await page.getByRole('columnheader', { name: 'Buyer paid' }).waitFor()
  await page.getByRole('heading', { name: 'Buyer', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Refund', exact: true }).click()

  const dialog = page.getByRole('dialog', { name: 'Refund this sale' })
  await dialog.getByLabel('Amount to refund').fill('9')
  await dialog.getByText('Enter an amount to see').waitFor()
  await dialog.getByRole('button', { name: 'Refund' }).click()
  await dialog.getByText('Enter an amount up to $5.00').waitFor()
  await dialog.getByLabel('Amount to refund').fill('2.00')
  await dialog.getByText('This is a partial refund').waitFor()
  const balanceText = (await dialog.getByText('balance will go from').textContent()) ?? ''
  const [before, after] = [...balanceText.matchAll(/\$(\d+\.\d\d)/g)].map(([, amount]) => Number(amount))
  await dialog.getByLabel('Reason').fill('One page was missing')
  await dialog.getByRole('button', { name: 'Refund $2.00' }).click()

  await page.getByText('Refunded').first().waitFor()
  expect(Number(before) - Number(after)).toBeCloseTo(1.6)
  await page.getByRole('row', { name: /Refund .*−\$2\.00.*−\$1\.60/ }).waitFor()
  await page.getByRole('row', { name: 'Your earnings $2.40' }).waitFor()
  await page.goto('/')
  await page
    .getByLabel('Your stats')
    .getByText(`$${Number(after).toFixed(2)}`)
    .first()
    .waitFor()
})

test('revoked access shows its reason on the access page with a link to a refund, and can be restored', {
  tag: '@long',
}, async () => {
  const buyer = await makeSale('shut@example.com')
  const { page } = await openSalesPage('/sales')
  await openNewestSale(page)

  await page.getByRole('button', { name: 'Revoke access' }).click()
  const dialog = page.getByRole('dialog', { name: 'Revoke access?' })
  await dialog.getByRole('button', { name: 'Revoke access' }).click()
  await dialog.getByText('Enter a reason for the buyer').waitFor()
  await dialog.getByLabel('Reason').fill('Shared on a forum')
  await dialog.getByRole('button', { name: 'Revoke access' }).click()
  await page.getByText('You revoked access on').waitFor()
  await buyer.page.goto(buyer.access)
  await buyer.page.getByText('The creator has removed your access: “Shared on a forum”').waitFor()
  await buyer.page.getByRole('link', { name: 'Request a refund' }).click()
  await buyer.page.getByRole('heading', { name: 'Request a refund' }).waitFor()

  await page.getByRole('button', { name: 'Restore access' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Restore access' }).click()
  await page.getByText('The buyer has access.').waitFor()
  await buyer.page.goto(buyer.access)
  await buyer.page.getByText('Wait four minutes.').waitFor()
})

test('the sale drawer works by keyboard: it opens, acts, closes and returns the focus to the list', {
  tag: '@long',
}, async () => {
  await makeSale('keys@example.com')
  const { page } = await openSalesPage('/sales')
  const row = page.getByRole('list', { name: 'Sales' }).getByRole('link').first()
  await row.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  const isFocusInDialog = () => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null)
  expect(await isFocusInDialog()).toBe(true)

  await tabTo(page, /^Resend access link$/)
  expect(await isFocusInDialog()).toBe(true)
  await page.keyboard.press('Enter')
  const notice = page.getByText('The access link is on its way to').first()
  await notice.waitFor()
  // Escape closes the newest first: the toast, then the drawer.
  await page.keyboard.press('Escape')
  await notice.waitFor({ state: 'detached' })
  // The toast disappears from the screen slightly before it stops handling Escape, so the key is pressed again if
  // needed.
  const closeAndCountDialogs = async () => {
    await page.keyboard.press('Escape')
    return page.getByRole('dialog').count()
  }
  await expect.poll(closeAndCountDialogs, { intervals: [300], timeout: 10_000 }).toBe(0)

  expect(new URL(page.url()).pathname).toBe('/sales')
  await expect(row).toBeFocused()
})

test('search and filters are in the URL, and an empty result offers to clear them', {
  tag: '@long',
}, async () => {
  await makeSale('search@example.com')
  await makeSale('other@example.com')
  const { page } = await openSalesPage('/sales')
  await page.getByLabel('Search by email, item or order number').fill('search@')
  await expect(page.getByRole('list', { name: 'Sales' }).getByRole('link')).toHaveCount(1)
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Status').selectOption('paid')
  await expect.poll(() => new URL(page.url()).search).toBe('?q=search%40&state=paid')
  await page.reload()
  await page.getByText('search@example.com').waitFor()
  await page.getByLabel('Status').selectOption('disputed')

  await page.getByRole('heading', { name: 'No matching sales' }).waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByText('other@example.com').waitFor()
})

test('a sale’s URL opens it, and another creator’s sale is not found', { tag: '@long' }, async () => {
  await makeSale()
  const { page } = await openSalesPage('/sales')
  await openNewestSale(page)
  const { pathname } = new URL(page.url())

  await page.goto(pathname)
  await page.getByRole('dialog').getByText('Payment breakdown').waitFor()
  const answer = await page.goto('/sales/123456789012')

  expect(answer?.status()).toBe(404)
  await page.getByRole('dialog', { name: 'Sale Not Found' }).waitFor()
})

for (const [label, screen] of [
  ['on a phone, light', { width: 360, dark: false }],
  ['on a desktop, dark', { width: 1280, dark: true }],
] as const) {
  test(`the sales list, a sale and its dialogs have no accessibility violations and no overflow: ${label}`, {
    tag: '@long',
  }, async () => {
    await makeSale()
    const { page, pageErrors } = await openSalesPage('/sales', screen)
    await page.getByRole('list', { name: 'Sales' }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    expect(await horizontalOverflowPx(page)).toBeLessThanOrEqual(0)

    await openNewestSale(page)
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Revoke access' }).click()
    await page.getByRole('dialog', { name: 'Revoke access?' }).waitFor()
    expect(await axeViolations(page)).toEqual([])

    expect(await horizontalOverflowPx(page)).toBeLessThanOrEqual(0)
    expect(pageErrors).toEqual([])
  })
}

/** Simulates that the tab is shown or hidden. */
async function setVisibility(page: Page, state: 'visible' | 'hidden'): Promise<void> {
  await page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => now })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}
