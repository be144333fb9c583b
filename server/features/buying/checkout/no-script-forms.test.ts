import { expect, test } from 'vitest'
import { getCheckout, verifyPurchase } from '../../../../contract/purchases.ts'
import { createTestApp, type Visitor } from '../../../../tests/support/test-app.ts'

/** Posts a form like a browser without scripts, from one of our pages. */
async function post(
  client: Visitor,
  url: string,
  fields: Record<string, string> = {},
  headers: Record<string, string> = { 'sec-fetch-site': 'same-origin', origin: 'null' },
) {
  const response = await client.send('POST', url, {
    payload: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
  const target = new URL(String(response.headers.location ?? '/nowhere'), 'http://localhost')
  return {
    status: response.statusCode,
    path: target.pathname,
    query: Object.fromEntries(target.searchParams),
  }
}

async function publishTipItem(w: Awaited<ReturnType<typeof createTestApp>>) {
  const creator = await w.creator()
  return creator.publishText({ pricingModel: 'pay_what_you_want', minimumPrice: '2.00' })
}

test('without JavaScript, the pay button opens a checkout that only this browser can access', async () => {
  const w = await createTestApp()
  const { id } = await publishTipItem(w)
  const fan = w.visitor()

  const { status, path, query } = await post(fan, `/p/${id}`, { amount: '$7.5', email: 'fan@example.com' })

  expect([status, path]).toEqual([303, `/checkout/${id}`])
  expect(query).toMatchObject({ amount: '7.50', email: 'fan@example.com' })
  expect(fan.cookies.has('buyer')).toBe(true)
  const { body } = await fan.call(getCheckout, { params: { id } })
  expect(body).toMatchObject({ amount: '7.50', state: 'open', buyerEmail: 'fan@example.com' })
  expect((await w.visitor().call(getCheckout, { params: { id } })).status).toBe(404)
})

test.each(['1', '0', '-1', 'much', '1e309', '2.005'])(
  'the amount %j returns to the tip page unchanged, and no checkout starts',
  async (amount) => {
    const w = await createTestApp()
    const { id } = await publishTipItem(w)

    const { status, path, query } = await post(w.visitor(), `/p/${id}`, { amount })

    expect([status, path]).toEqual([303, `/p/${id}`])
    expect(query).toEqual({ amount, problem: 'amount' })
    expect(await w.probe.checkouts()).toEqual([])
  },
)

test('a selected suggestion counts when no amount was typed, and an invalid email does not block', async () => {
  const w = await createTestApp()
  const { id } = await publishTipItem(w)
  const fan = w.visitor()

  const { path } = await post(fan, `/p/${id}`, { amount: '', suggestedAmount: '5.00', email: 'fan@' })

  expect(path).toBe(`/checkout/${id}`)
  expect((await fan.call(getCheckout, { params: { id } })).body).toMatchObject({
    amount: '5.00',
    buyerEmail: '',
  })
})

test('a buyer who owns the item is warned before another checkout', async () => {
  const w = await createTestApp()
  const { id } = await publishTipItem(w)
  const fan = w.visitor()
  await fan.purchase(id)

  const first = await post(fan, `/p/${id}`, { amount: '3' })
  const second = await post(fan, `/p/${id}`, { amount: '3', confirmDuplicate: 'yes' })

  expect(first).toMatchObject({ path: `/p/${id}`, query: { amount: '3', problem: 'owned' } })
  expect(second.path).toBe(`/checkout/${id}`)
})

test.each([
  [{ 'sec-fetch-site': 'cross-site', origin: 'null' }],
  [{ 'sec-fetch-site': 'same-site', origin: 'http://localhost:3000' }],
  [{ 'sec-fetch-site': 'none' }],
  [{ 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' }],
  [{ origin: 'null' }],
  [{ origin: 'https://evil.example' }],
  [{}],
])('a form without proof of our origin starts nothing: %j', async (headers) => {
  const w = await createTestApp()
  const { id } = await publishTipItem(w)

  const { status } = await post(w.visitor(), `/p/${id}`, { amount: '5' }, headers as Record<string, string>)

  expect(status).toBe(403)
  expect(await w.probe.checkouts()).toEqual([])
})

test('an old browser proves the origin by the Origin header alone', async () => {
  const w = await createTestApp()
  const { id } = await publishTipItem(w)

  const { path } = await post(w.visitor(), `/p/${id}`, { amount: '5' }, { origin: 'http://localhost:3000' })

  expect(path).toBe(`/checkout/${id}`)
})

test('lost access links are emailed from a form, with the same response for every email', async () => {
  const w = await createTestApp()
  const { id } = await publishTipItem(w)
  await w.visitor().purchase(id)

  const known = await post(w.visitor(), '/lost-link', { email: 'fan@example.com' })
  const unknown = await post(w.visitor(), '/lost-link', { email: 'nobody@example.com' })
  const invalid = await post(w.visitor(), '/lost-link', { email: 'fan' })
  await w.runJobs()

  expect(known).toEqual({ status: 303, path: '/lost-link', query: { sent: 'true' } })
  expect(unknown).toEqual(known)
  expect(invalid.query).toEqual({ problem: 'invalid_input', email: 'fan' })
  const emails = (await w.mailbox.list()).filter(({ subject }) => subject === 'Your Tipdrop access links')
  expect(emails.map(({ to }) => to)).toEqual(['fan@example.com'])
})

test('a refund is requested by form, and a second request shows the page’s state', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  const { id } = await creator.publishFile()
  const fan = w.visitor()
  const { paymentIntentId } = await fan.purchase(id)
  const query = { payment_intent: paymentIntentId, content_id: id }
  const { body } = await fan.call(verifyPurchase, { query })
  const path = `${new URL(body.accessUrl).pathname}/refund`

  const responses = [await post(fan, path, { reason: 'One\r\ntwo' }), await post(fan, path)]

  expect(responses).toEqual(Array(2).fill({ status: 303, path, query: {} }))
  expect(await w.probe.balance(`creator_balance/${creator.id}`)).toBe(0)
  expect((await post(fan, `/access/${'A'.repeat(43)}/refund`)).status).toBe(404)
})

test('without JavaScript, a checkout closed after declined cards redirects to the tip page with its error code', async () => {
  const w = await createTestApp()
  const { id } = await publishTipItem(w)
  for (let i = 0; i < 10; i++) {
    await w.visitor().pays(id, { card: 'declined', email: `fan${i}@example.com` })
    w.clock.advance(1_000)
    await w.deliverWebhooks()
  }

  const { path, query } = await post(w.visitor(), `/p/${id}`, { amount: '3' })

  expect(path).toBe(`/p/${id}`)
  expect(query).toEqual({ amount: '3', problem: 'paused' })
})
