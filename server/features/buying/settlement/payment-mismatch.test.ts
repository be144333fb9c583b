import { expect, test } from 'vitest'
import { completePayment, downloadContent, verifyPurchase } from '../../../../contract/purchases.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

async function paidCheckoutFixture() {
  const w = await createTestApp()
  const creator = await w.creator()
  const item = await creator.publishFile({ price: '10.00' })
  const fan = w.visitor()
  const { paymentIntentId } = await fan.pays(item.id)
  const complete = () => fan.call(completePayment, { params: { paymentIntentId } })
  const verify = () =>
    fan.call(verifyPurchase, { query: { payment_intent: paymentIntentId, content_id: item.id } })
  return { w, item, fan, paymentIntentId, complete, verify }
}

/** The provider reports an unknown state until the returned function is called. */
function reportUnknownState({ sandbox }: TestApp): () => void {
  const { getPayment } = sandbox
  sandbox.getPayment = async (paymentId) => ({ ...(await getPayment(paymentId)), state: 'unknown' })
  return () => {
    sandbox.getPayment = getPayment
  }
}

test.each([
  ['amount', { amount: 1 }],
  ['amount', { amount: 99_999 }],
  ['currency', { currency: 'EUR' }],
  ['content', { contentId: 4_711 }],
  ['checkout', { checkoutId: '4711' }],
])(
  'a payment with another %s than its checkout grants nothing and raises an alert',
  async (field, values) => {
    const { w, item, fan, paymentIntentId, complete, verify } = await paidCheckoutFixture()
    await w.probe.updateProviderPayment(paymentIntentId, values)

    const completed = await complete()
    const file = await fan.call(downloadContent, { params: { id: item.id } })
    const verified = await verify()

    expect(completed.body).toEqual({ state: 'quarantined', purchaseId: null })
    expect([file.status, verified.status]).toEqual([404, 404])
    expect(await w.probe.grants()).toEqual([])
    expect(await w.probe.entries()).toEqual([])
    expect(await w.probe.checkouts()).toMatchObject([{ state: 'quarantined', nextCheckAt: null }])
    expect(await w.probe.alerts()).toMatchObject([
      { kind: 'payment-mismatch', target: paymentIntentId, message: expect.stringContaining(field) },
    ])
  },
)

test('a test payment does not settle a live checkout', async () => {
  const { w, complete } = await paidCheckoutFixture()
  await w.probe.updateCheckouts({ mode: 'live' })

  const completed = await complete()

  expect(completed.body).toEqual({ state: 'quarantined', purchaseId: null })
  expect(await w.probe.grants()).toEqual([])
  expect(await w.probe.alerts()).toMatchObject([{ message: expect.stringContaining('mode') }])
})

test('a mismatch is final and raises one alert', async () => {
  const { w, paymentIntentId, complete } = await paidCheckoutFixture()
  await w.probe.updateProviderPayment(paymentIntentId, { amount: 1 })
  await complete()
  await w.probe.updateProviderPayment(paymentIntentId, { amount: 1000 })

  const again = await complete()
  await w.deliverWebhooks()

  expect(again.body).toEqual({ state: 'quarantined', purchaseId: null })
  expect(await w.probe.purchases()).toEqual([])
  expect(await w.probe.alerts()).toHaveLength(1)
})

test('an unknown payment state grants nothing, and settles once it is known', async () => {
  const { w, item, fan, paymentIntentId, complete } = await paidCheckoutFixture()
  const restoreState = reportUnknownState(w)

  const unknown = await complete()
  const file = await fan.call(downloadContent, { params: { id: item.id } })
  const alerts = await w.probe.alerts()
  restoreState()
  const known = await complete()

  expect(unknown.body).toEqual({ state: 'unknown', purchaseId: null })
  expect(file.status).toBe(402)
  expect(alerts).toMatchObject([{ kind: 'unknown-state', target: paymentIntentId }])
  expect(known.body).toMatchObject({ state: 'paid' })
})

test('an unknown payment state revokes nothing', async () => {
  const { w, complete, verify } = await paidCheckoutFixture()
  await complete()
  reportUnknownState(w)

  const completed = await complete()
  const verified = await verify()

  expect(completed.body).toMatchObject({ state: 'paid' })
  expect(verified.status).toBe(200)
  expect(await w.probe.grants()).toMatchObject([{ revokedAt: null }])
})
