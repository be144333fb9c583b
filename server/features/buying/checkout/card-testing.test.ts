import { expect, test } from 'vitest'
import { completePayment, createPaymentIntent } from '../../../../contract/purchases.ts'
import { createTestApp, type TestApp, type Visitor } from '../../../../tests/support/test-app.ts'

const pausedMessage =
  'Several cards in a row were declined, so payments for this item are paused for 15 minutes. You weren’t charged. Please try again later.'
const tooManyDeclinesMessage =
  'Too many cards were declined. You weren’t charged. Please contact your bank, or try again in an hour.'
/** A public instance, where every client has its own IP address. */
const publicEnv = {
  PUBLIC_URL: 'https://tips.example.com',
  SESSION_SECRET: '0123456789abcdef'.repeat(2),
  DEMO_MODE: 'true',
}

async function itemsFixture(env: Record<string, string> = {}) {
  const w = await createTestApp({ env })
  const creator = await w.creator()
  const item = await creator.publishText()
  const other = await creator.publishText()
  return { w, item, other }
}

/** A card is declined, and the provider's webhook arrives. */
async function declineCard(
  w: TestApp,
  thief: Visitor,
  contentId: number,
  email = `${Math.random()}@example.com`,
) {
  await thief.pays(contentId, { card: 'declined', email })
  w.clock.advance(1_000)
  await w.deliverWebhooks()
}

const startCheckout = (client: Visitor, contentId: number, email = 'honest@example.com', headers = {}) =>
  client.call(createPaymentIntent, { body: { contentId, buyerEmail: email }, headers })

test('ten declines in a row on an item, each in a new browser, pause its checkouts for 15 minutes', async () => {
  const { w, item, other } = await itemsFixture()
  for (let i = 0; i < 10; i++) await declineCard(w, w.visitor(), item.id)

  const refused = await startCheckout(w.visitor(), item.id)
  const elsewhere = await startCheckout(w.visitor(), other.id)
  w.clock.advance(15 * 60_000)
  const later = await startCheckout(w.visitor(), item.id)

  expect([refused.status, refused.body]).toEqual([429, { code: 'rate_limited', message: pausedMessage }])
  expect([elsewhere.status, later.status]).toEqual([200, 200])
})

test('a sale in between resets the declines of an item', async () => {
  const { w, item } = await itemsFixture()
  for (let i = 0; i < 9; i++) await declineCard(w, w.visitor(), item.id)
  await w.visitor().purchase(item.id)
  w.clock.advance(1_000)
  for (let i = 0; i < 9; i++) await declineCard(w, w.visitor(), item.id)

  expect((await startCheckout(w.visitor(), item.id)).status).toBe(200)
})

test('declines are counted by the provider’s reports, and a repeated report counts once', async () => {
  const { w, item } = await itemsFixture()
  const thief = w.visitor()
  const { paymentIntentId } = await thief.pays(item.id, { card: 'declined' })
  for (let i = 0; i < 12; i++) await thief.call(completePayment, { params: { paymentIntentId } })
  await w.deliverWebhooks()

  expect(await w.probe.checkouts()).toMatchObject([{ declineCount: 1 }])
  expect((await startCheckout(w.visitor(), item.id)).status).toBe(200)
})

test('without a webhook, the next read of the payment counts its declines', async () => {
  const { w, item } = await itemsFixture()
  await w.visitor().pays(item.id, { card: 'declined' })

  w.clock.advance(2 * 60_000)
  await w.settleDueCheckouts()

  expect(await w.probe.checkouts()).toMatchObject([{ declineCount: 1, state: 'open' }])
})

test('one checkout accepts six cards', async () => {
  const { w, item } = await itemsFixture()
  const thief = w.visitor()
  const { clientSecret } = await thief.starts(item.id)
  for (let i = 0; i < 6; i++) {
    await thief.presents('declined', clientSecret)
    w.clock.advance(1_000)
    await w.deliverWebhooks()
  }

  expect(await thief.presents('paid', clientSecret)).toMatchObject({
    status: 'failed',
    code: 'payment_canceled',
  })
  expect(await w.probe.purchases()).toEqual([])
})

test('checkouts started before an item was paused accept one card each', async () => {
  const { w, item } = await itemsFixture()
  const ready = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const thief = w.visitor()
      return { thief, ...(await thief.starts(item.id, { email: `${Math.random()}@example.com` })) }
    }),
  )
  for (const { thief, clientSecret } of ready) {
    await thief.presents('declined', clientSecret)
    w.clock.advance(1_000)
    await w.deliverWebhooks()
  }
  const last = ready.at(-1)

  expect((await startCheckout(w.visitor(), item.id)).status).toBe(429)
  expect(await last?.thief.presents('paid', last.clientSecret)).toMatchObject({ code: 'payment_canceled' })
})

test('a buyer whose card works at the third attempt gets the item and may buy again', async () => {
  const { w, item } = await itemsFixture()
  const fan = w.visitor()
  const { clientSecret, paymentIntentId } = await fan.starts(item.id)
  for (const card of ['incorrect_cvc', 'insufficient_funds', 'paid'] as const) {
    await fan.presents(card, clientSecret)
    w.clock.advance(1_000)
    await w.deliverWebhooks()
  }

  expect((await fan.call(completePayment, { params: { paymentIntentId } })).body.state).toBe('paid')
  expect((await startCheckout(fan, item.id, 'fan@example.com')).status).toBe(200)
})

test('an email is refused after twelve declines in an hour, in any browser, on any item, in any case', async () => {
  const { w, item, other } = await itemsFixture()
  for (let i = 0; i < 12; i++)
    await declineCard(
      w,
      w.visitor(),
      i % 2 ? item.id : other.id,
      i % 3 ? 'Thief@Example.com' : 'thief@example.com',
    )

  w.clock.advance(16 * 60_000)
  const refused = await startCheckout(w.visitor(), item.id, 'THIEF@example.com')

  expect([refused.status, refused.body]).toEqual([
    429,
    { code: 'rate_limited', message: tooManyDeclinesMessage },
  ])
  expect((await startCheckout(w.visitor(), item.id)).status).toBe(200)
})

test('an IP address is refused after twelve declines in an hour, whatever its headers claim', async () => {
  const { w, item, other } = await itemsFixture(publicEnv)
  for (let i = 0; i < 12; i++) await declineCard(w, w.visitor(), i % 2 ? item.id : other.id)
  w.clock.advance(16 * 60_000)

  const responses = await Promise.all(
    [
      {},
      { 'x-forwarded-for': '198.51.100.7' },
      { 'x-real-ip': '198.51.100.8' },
      { forwarded: 'for=198.51.100.9' },
    ].map((headers) => startCheckout(w.visitor(), item.id, 'new@example.com', headers)),
  )

  expect(responses.map(({ status }) => status)).toEqual([429, 429, 429, 429])
})
