import { buy, cards, goToCheckout, payWith } from './fixtures/actions.ts'
import { textsForSale } from './fixtures/items.ts'
import { expect, openSite, test } from './fixtures/test.ts'

const site = openSite()
const items = textsForSale(site)

test('in a second browser, the owner’s email can pay again, and the owner gets an email', {
  tag: '@long',
}, async () => {
  const first = await site.newVisitor()
  await goToCheckout(first.page, items.fixed)
  await payWith(first.page, cards.success, 'owner@example.com')
  await first.page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  const { page } = await site.newVisitor({ width: 360 })
  await goToCheckout(page, items.fixed)

  await payWith(page, cards.success, 'owner@example.com')

  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
  const emails = async () => (await page.request.get('/dev/mail')).text()
  await expect.poll(emails).toMatch(/You already own Notes<\/b><small>to owner@example.com/)
})

/** Two tabs of one browser, each with its own payment for the same item. */
async function twoTabs() {
  const { page, context } = await site.newVisitor()
  const second = await context.newPage()
  for (const [tab, amount] of [
    [page, '3'],
    [second, '4'],
  ] as const) {
    await tab.goto(`/p/${items.tips}`)
    await tab.getByLabel('Pay what you want').fill(amount)
    await tab
      .getByRole('button', { name: `Pay $${amount}.00 to unlock` })
      .first()
      .click()
    await tab.getByLabel('Card number').waitFor()
  }
  return { page, second }
}

test('a second tab warns before paying for an item that the first tab bought', { tag: '@long' }, async () => {
  const { page, second } = await twoTabs()
  await payWith(page, cards.success, 'fan@example.com')
  await page.getByRole('heading', { name: 'Payment Successful!' }).waitFor()

  await payWith(second, cards.success, 'fan@example.com')
  await second.getByText('You already own this. Buy again?').waitFor()
  await second.getByRole('link', { name: 'Open my purchase' }).waitFor()
  await second.waitForTimeout(1_100)
  await second.getByRole('button', { name: 'Complete Purchase' }).click()

  await second.getByRole('heading', { name: 'Payment Successful!' }).waitFor()
})

test('a second tab warns while a payment of the first is processing', {
  tag: '@long',
}, async () => {
  const { page, second } = await twoTabs()
  await payWith(page, cards.slow, 'patient@example.com')
  await page.getByText('Your payment is still processing').waitFor()

  await second.getByLabel('Email').fill('patient@example.com')
  await second.getByLabel('Card number').fill(cards.success)
  await second.getByLabel('Expiry').fill('12 / 34')
  await second.getByLabel('CVC').fill('123')
  await second.getByRole('button', { name: 'Complete Purchase' }).dblclick()

  await second.getByText('Your previous payment is still processing').waitFor()
  expect(new URL(second.url()).pathname).toBe(`/checkout/${items.tips}`)
  await page.getByText('Thank you.').waitFor({ timeout: 40_000 })
})

test('a browser that bought an item sees “You own this” before any price, and pays again only on request', {
  tag: '@firefox',
}, async () => {
  const { page } = await site.newVisitor({ width: 360 })
  const accessPage = await buy(page, items.fixed)
  await page.goto(`/p/${items.fixed}`)

  await page.getByRole('heading', { name: 'You own this' }).waitFor()
  await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'Buy it again' }).click()
  await page.getByRole('button', { name: /^Pay / }).first().click()
  await page.getByLabel('Card number').waitFor()
  await page.goto(`/p/${items.fixed}`)
  await page.getByRole('link', { name: 'Download Your Content' }).click()

  await page.getByText('Wait four minutes.').waitFor()
  expect(new URL(page.url()).pathname).toBe(accessPage)
})

test('without JavaScript, a browser that bought an item opens it or sees its price again', {
  tag: '@long',
}, async () => {
  const owner = await site.newVisitor()
  await buy(owner.page, items.fixed)
  const { page, context } = await site.newVisitor({ javaScript: false })
  await context.addCookies(await owner.context.cookies())

  await page.goto(`/p/${items.fixed}`)
  await page.getByRole('link', { name: 'Buy it again' }).click()
  await page.getByRole('button', { name: /^Pay / }).first().click()

  await page.getByRole('heading', { name: 'Payment Details' }).waitFor()
})
