import { expect, test } from 'vitest'
import {
  completePayment,
  downloadContent,
  getCheckout,
  processRecentPurchase,
  sendAccessEmail,
  verifyPurchase,
} from '../../../../contract/purchases.ts'
import { createTestApp, type Visitor } from '../../../../tests/support/test-app.ts'

async function twoSales() {
  const w = await createTestApp()
  const creator = await w.creator()
  const [a, b] = [
    await creator.publishFile({ title: 'A' }, Buffer.from('bytes of A')),
    await creator.publishFile({ title: 'B' }, Buffer.from('bytes of B')),
  ]
  const [fanOfA, fanOfB] = [w.visitor(), w.visitor()]
  return {
    w,
    a,
    b,
    fanOfA,
    fanOfB,
    boughtA: await fanOfA.purchase(a.id),
    boughtB: await fanOfB.purchase(b.id),
  }
}

/** The responses of every route that takes a payment id, to a visitor, for one item. */
async function callEveryRoute(client: Visitor, paymentIntentId: string, contentId: number, secret?: string) {
  const headers = secret ? client.clientSecretHeaders(secret) : {}
  return [
    await client.call(verifyPurchase, {
      query: { payment_intent: paymentIntentId, content_id: contentId },
      headers,
    }),
    await client.call(sendAccessEmail, { body: { paymentIntentId, contentId }, headers }),
    await client.call(downloadContent, { params: { id: contentId }, headers }),
    await client.call(processRecentPurchase, { params: { id: contentId }, headers }),
  ]
}

test('a purchase of one item gives no access to another', async () => {
  const { a, b, fanOfA, boughtA } = await twoSales()

  const responses = await callEveryRoute(fanOfA, boughtA.paymentIntentId, b.id, boughtA.clientSecret)
  const checkout = await fanOfA.call(getCheckout, {
    params: { id: b.id },
    headers: fanOfA.clientSecretHeaders(boughtA.clientSecret),
  })

  expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  expect(checkout.status).toBe(404)
  for (const { bytes } of responses) expect(bytes.toString()).not.toContain('bytes of')
  expect(a.id).not.toBe(b.id)
})

test('another buyer’s payment id gives no access', async () => {
  const { w, a, fanOfB, boughtA } = await twoSales()

  const byOtherBuyer = await callEveryRoute(fanOfB, boughtA.paymentIntentId, a.id)
  const byStranger = await callEveryRoute(w.visitor(), boughtA.paymentIntentId, a.id)
  const completed = await fanOfB.call(completePayment, {
    params: { paymentIntentId: boughtA.paymentIntentId },
  })

  expect([...byOtherBuyer, ...byStranger].map(({ status }) => status)).toEqual(Array(8).fill(404))
  expect(completed.status).toBe(404)
})

test('another buyer’s and an unknown payment have identical responses', async () => {
  const { w, a, b, fanOfA, boughtA } = await twoSales()
  const stranger = w.visitor()
  const verify = (client: Visitor, payment_intent: string, content_id: number) =>
    client.call(verifyPurchase, { query: { payment_intent, content_id } })

  const responses = [
    await verify(stranger, boughtA.paymentIntentId, a.id),
    await verify(stranger, 'pi_sbx_000000000000000000000000', a.id),
    await verify(fanOfA, boughtA.paymentIntentId, b.id),
    await verify(fanOfA, boughtA.paymentIntentId, 12_345),
    await verify(fanOfA, 'nonsense', a.id),
  ]

  for (const { status, body } of responses) {
    expect(status).toBe(404)
    expect(body).toEqual({ code: 'not_found', message: 'Purchase Not Found' })
  }
})

test('the client secret proves ownership of the checkout in a browser without the cookie', async () => {
  const { w, a, boughtA } = await twoSales()
  const phone = w.visitor()
  const query = { payment_intent: boughtA.paymentIntentId, content_id: a.id }

  const proven = await phone.call(verifyPurchase, {
    query,
    headers: phone.clientSecretHeaders(boughtA.clientSecret),
  })
  const wrong = await phone.call(verifyPurchase, { query, headers: phone.clientSecretHeaders('guess') })

  expect([proven.status, wrong.status]).toEqual([200, 404])
})

test('?success=true in the URL unlocks nothing', async () => {
  const { w, a } = await twoSales()
  const visitor = w.visitor()
  await visitor.starts(a.id)

  const recent = await visitor.call(processRecentPurchase, { params: { id: a.id } })
  const file = await visitor.call(downloadContent, { params: { id: a.id } })

  expect(recent.body).toEqual({ state: 'open', purchaseId: null })
  expect(file.status).toBe(402)
  expect(await w.probe.purchases()).toHaveLength(2)
})

test('personal responses are never cached', async () => {
  const { a, fanOfA, boughtA } = await twoSales()

  const responses = await callEveryRoute(fanOfA, boughtA.paymentIntentId, a.id)

  for (const { headers } of responses) expect(headers['cache-control']).toContain('no-store')
})

test.each([
  [{}, /^buyer=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/],
  [
    {
      PUBLIC_URL: 'https://tips.example.com',
      SESSION_SECRET: '0123456789abcdef'.repeat(2),
      DEMO_MODE: 'true',
    },
    /^__Host-buyer=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  ],
])('with %j the buyer cookie is HttpOnly and SameSite', async (env, flags) => {
  const w = await createTestApp({ env: env as Record<string, string> })
  const item = await (await w.creator()).publishText()
  const visitor = w.visitor()
  // Set by a sibling subdomain, which cannot set the cookie name used over https.
  if (Object.keys(env).length > 0) visitor.cookies.set('buyer', 'planted')

  const { headers } = await visitor.send('POST', '/api/create-payment-intent', {
    payload: { contentId: item.id, buyerEmail: '' },
  })

  expect(String(headers['set-cookie'])).toMatch(flags)
})
