import type { Request } from '@playwright/test'
import { textsForSale } from './fixtures/items.ts'
import { expect, openSite, test, type Visitor } from './fixtures/test.ts'

const site = openSite()
const items = textsForSale(site)

/** Delays the page's script files until `release` is called. */
async function delayScripts({ page }: Visitor, files = '**/*.js') {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(files, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** The requests that start a payment, by API call and by plain form. */
function collectPaymentStarts({ page }: Visitor): Array<string> {
  const paymentStarts: Array<string> = []
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'POST' && /^\/(p\/\d+|api\/create-payment-intent)$/.test(pathname))
      paymentStarts.push(pathname)
  })
  return paymentStarts
}

test('a click before the pay card is hydrated starts one payment with the typed input', async () => {
  const fan = await site.newVisitor({ width: 360 })
  const { page, pageErrors } = fan
  const paymentStarts = collectPaymentStarts(fan)
  const release = await delayScripts(fan, '**/assets/pay-card.island-*.js')
  await page.goto(`/p/${items.tips}`)

  await page.getByLabel('Pay what you want').fill('7.50')
  await page.getByRole('button', { name: /^Pay/ }).first().click()
  // The button is busy; an impatient person presses it again.
  await page.getByRole('button', { name: /^Pay/ }).first().click({ force: true })
  release()

  await page.getByLabel('Card number').waitFor()
  expect(paymentStarts).toEqual(['/api/create-payment-intent'])
  await page.getByText('$7.50').filter({ visible: true }).first().waitFor()
  expect(pageErrors).toEqual([])
})

for (const [state, block] of [
  [
    'whose pay card cannot be loaded',
    async ({ page }: Visitor) => page.route('**/pay-card.island-*.js', (route) => route.abort()),
  ],
  [
    'whose pay card never arrives',
    async ({ page }: Visitor) => page.route('**/pay-card.island-*.js', () => undefined),
  ],
] as const) {
  test(`a press on a page ${state} posts the form once`, {
    tag: state.includes('never') ? '@long' : [],
  }, async () => {
    const fan = await site.newVisitor()
    const { page } = fan
    const paymentStarts = collectPaymentStarts(fan)
    await block(fan)
    await page.goto(`/p/${items.tips}`)

    await page.getByLabel('Pay what you want').fill('3')
    await page.getByRole('button', { name: /^Pay/ }).first().click()

    await page.getByLabel('Card number').waitFor()
    expect(paymentStarts).toEqual([`/p/${items.tips}`])
    await page.getByText('$3.00').filter({ visible: true }).first().waitFor()
  })
}

test('a button of a page that hydrates as a whole works when it is clicked before, and the input stays', {
  tag: '@long',
}, async () => {
  const fan = await site.newVisitor()
  const { page } = fan
  const release = await delayScripts(fan)
  await page.goto('/feedback', { waitUntil: 'commit' })

  await page.getByLabel('Subject').fill('Too fast')
  await page.getByLabel('Message').fill('I was here before your script.')
  await page.getByRole('button', { name: 'Submit Feedback' }).click()
  expect(new URL(page.url()).pathname).toBe('/feedback')
  await expect(page.getByText('Feedback Submitted!')).toHaveCount(0)
  release()

  await page.getByText('Feedback Submitted!').first().waitFor()
  expect(fan.pageErrors).toEqual([])
})

test('a search typed before hydration filters the list, and a link followed before its search runs stays', {
  tag: '@long',
}, async () => {
  const { page, pageErrors } = items.creator
  const release = await delayScripts(items.creator)
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByLabel('Search title or description').fill('Notes')
  release()
  await expect(page.getByRole('heading', { name: 'Tips' })).toHaveCount(0)
  await page.getByRole('heading', { name: 'Notes' }).waitFor()

  await page.unrouteAll()
  const releaseSales = await delayScripts(items.creator, '**/assets/sales-page-*.js')
  await page.getByLabel('Search title or description').fill('Note')
  await page.getByRole('link', { name: 'Sales', exact: true }).first().click()
  // The search would run now, with the next page's code still loading.
  await page.waitForTimeout(600)
  releaseSales()
  await page.getByRole('heading', { name: 'Sales', level: 1 }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/sales')
  expect(pageErrors).toEqual([])
})
