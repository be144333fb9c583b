import { expect, test } from 'vitest'
import {
  completePayment,
  createPaymentIntent,
  downloadContent,
  getCheckout,
  verifyPurchase,
} from '../../../../contract/purchases.ts'
import { authenticateSandboxPayment, type TestCard } from '../../../../contract/sandbox.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'

async function checkoutFixture() {
  const w = await createTestApp()
  const creator = await w.creator()
  const item = await creator.publishFile({ price: '10.00' })
  const fan = w.visitor()
  const { paymentIntentId, clientSecret } = await fan.starts(item.id)
  const complete = () => fan.call(completePayment, { params: { paymentIntentId } })
  const download = () => fan.call(downloadContent, { params: { id: item.id } })
  const authenticate = async (outcome: 'complete' | 'fail' | 'cancel') =>
    (await fan.call(authenticateSandboxPayment, { body: { clientSecret, outcome } })).body
  return { w, item, fan, paymentIntentId, clientSecret, complete, download, authenticate }
}

test.each<[TestCard]>([
  ['declined'],
  ['insufficient_funds'],
  ['expired_card'],
  ['incorrect_cvc'],
  ['processing_error'],
])('after %s the checkout stays open and another card pays the same payment', async (card) => {
  const { w, item, fan, paymentIntentId, clientSecret, complete } = await checkoutFixture()

  const refused = await fan.presents(card, clientSecret)
  const between = await complete()
  const again = await fan.starts(item.id)
  await fan.presents('paid', clientSecret)
  const paid = await complete()

  expect(refused).toMatchObject({ status: 'failed', code: card, message: expect.stringMatching(/\w+ \w+/) })
  expect(between.body).toEqual({ state: 'open', purchaseId: null })
  expect(again.paymentIntentId).toBe(paymentIntentId)
  expect(paid.body).toMatchObject({ state: 'paid' })
  expect(await w.probe.purchases()).toHaveLength(1)
})

test('a payment with completed 3-D Secure is paid', async () => {
  const { fan, clientSecret, complete, download, authenticate } = await checkoutFixture()
  const challenged = await fan.presents('authenticate', clientSecret)
  const before = await complete()
  const locked = await download()

  const returned = await authenticate('complete')
  const after = await complete()
  const file = await download()

  expect(challenged).toMatchObject({
    status: 'redirect',
    url: expect.stringMatching(/^\/sandbox\/authenticate\?/),
  })
  expect(before.body).toEqual({ state: 'action_required', purchaseId: null })
  expect(locked.status).toBe(402)
  expect(returned).toMatchObject({ url: expect.stringContaining('redirect_status=succeeded') })
  expect(after.body).toMatchObject({ state: 'paid' })
  expect(file.status).toBe(200)
})

test.each(['fail', 'cancel'] as const)(
  '3-D Secure with the outcome %s charges nothing and can be repeated',
  async (outcome) => {
    const { w, fan, clientSecret, complete, authenticate } = await checkoutFixture()
    await fan.presents('authenticate', clientSecret)

    const returned = await authenticate(outcome)
    const unpaid = await complete()
    await fan.presents('authenticate', clientSecret)
    await authenticate('complete')
    const paid = await complete()

    expect(returned).toMatchObject({ url: expect.stringContaining('redirect_status=failed') })
    expect(unpaid.body).toEqual({ state: 'open', purchaseId: null })
    expect(paid.body).toMatchObject({ state: 'paid' })
    expect(await w.probe.purchases()).toHaveLength(1)
  },
)

test('a download gets 402 while the payment is processing, and the file once it is paid', async () => {
  const { w, item, fan, paymentIntentId, clientSecret, complete, download } = await checkoutFixture()
  await fan.presents('slow', clientSecret)

  const waiting = await complete()
  const locked = await download()
  const unverified = await fan.call(verifyPurchase, {
    query: { payment_intent: paymentIntentId, content_id: item.id },
  })
  w.clock.advance(10_000)
  const file = await download()

  expect(waiting.body).toEqual({ state: 'processing', purchaseId: null })
  expect(locked.status).toBe(402)
  expect(locked.body).toMatchObject({ code: 'payment_pending', message: 'Your payment is still processing.' })
  expect(unverified.status).toBe(402)
  expect(file.status).toBe(200)
  expect(file.bytes.toString()).toBe('the very bytes')
})

test('while a payment is processing, a second one cannot be started', async () => {
  const { w, item, fan, clientSecret } = await checkoutFixture()
  await fan.presents('slow', clientSecret)
  await w.deliverWebhooks()

  const duringProcessing = await fan.call(createPaymentIntent, {
    body: { contentId: item.id, buyerEmail: '' },
  })
  w.clock.advance(10_000)
  const later = await fan.call(createPaymentIntent, { body: { contentId: item.id, buyerEmail: '' } })

  expect(duringProcessing.status).toBe(409)
  expect(duringProcessing.body).toMatchObject({ message: 'Your previous payment is still processing' })
  expect(later.body).toMatchObject({ alreadyOwned: true })
  expect(await w.probe.purchases()).toHaveLength(1)
})

test('a second payment cannot be started before the webhook of a processing one', async () => {
  const { item, fan, clientSecret } = await checkoutFixture()
  await fan.presents('slow', clientSecret)

  const again = await fan.call(createPaymentIntent, { body: { contentId: item.id, buyerEmail: '' } })
  const card = await fan.presents('paid', clientSecret)

  // The same payment, which the provider charges once however often it is confirmed.
  expect(again.body).toMatchObject({ clientSecret })
  expect(card).toMatchObject({ status: 'redirect' })
})

test('the checkout page shows its frozen amount and state by the client secret alone', async () => {
  const { w, item, fan, paymentIntentId, clientSecret } = await checkoutFixture()
  const phone = w.visitor()
  const getCheckoutWith = (secret: string) =>
    phone.call(getCheckout, { params: { id: item.id }, headers: phone.clientSecretHeaders(secret) })

  const open = await getCheckoutWith(clientSecret)
  await fan.presents('paid', clientSecret)
  const paid = await getCheckoutWith(clientSecret)
  const guessed = await getCheckoutWith(`${paymentIntentId}_secret_guess`)
  const nothing = await phone.call(getCheckout, { params: { id: item.id } })

  expect(open.body).toEqual({
    paymentIntentId,
    contentId: item.id,
    listAmount: '10.00',
    tip: null,
    isOwnerPrice: false,
    release: null,
    discount: null,
    amount: '10.00',
    currency: 'USD',
    state: 'open',
    buyerEmail: 'fan@example.com',
    provider: { kind: 'sandbox' },
    terms: null,
  })
  expect(paid.body).toMatchObject({ state: 'paid' })
  expect([guessed.status, nothing.status]).toEqual([404, 404])
})
