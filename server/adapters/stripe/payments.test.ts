import { expect, test } from 'vitest'
import { openStripe } from '../../../tests/support/fake-stripe/stripe-fixture.ts'
import { statementSuffix } from './payments.ts'

const order = {
  checkoutId: '11',
  contentId: 22,
  amount: 500,
  currency: 'USD',
  description: 'Sunset pack',
  buyerEmail: 'fan@example.com',
}

async function started() {
  const stripe = await openStripe()
  const { paymentId, clientSecret } = await stripe.provider.createPayment(order, 'pi:11')
  return { ...stripe, paymentId, clientSecret, read: () => stripe.provider.getPayment(paymentId) }
}

async function paid() {
  const payment = await started()
  payment.simulate.pay(payment.paymentId)
  return payment
}

test('Stripe gets two ids of ours and nothing about the buyer', async () => {
  const { store, requests, paymentId } = await started()

  expect(store.intents.get(paymentId)).toMatchObject({
    amount: 500,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    metadata: { attempt: '11', content: '22' },
    receipt_email: null,
  })
  expect(requests.map(({ body }) => decodeURIComponent(body)).join()).not.toContain('fan@example.com')
  expect(requests.map(({ key }) => key)).toEqual(['pi:11'])
})

test('a currency other than the instance’s is rejected before calling Stripe', async () => {
  const { provider, requests } = await openStripe()

  await expect(provider.createPayment({ ...order, currency: 'EUR' }, 'pi:1')).rejects.toThrow(
    'charges in USD',
  )
  expect(requests).toEqual([])
})

test('a card statement names the site, in the letters that Stripe accepts', async () => {
  const { store, paymentId } = await started()

  expect(store.intents.get(paymentId)).toMatchObject({ statement_descriptor_suffix: 'Tipdrop' })
  expect(['Ateliér “Été” * 12', 'A very long name', '夜の海', '2026'].map(statementSuffix)).toEqual([
    { statement_descriptor_suffix: 'Atelier Et' },
    { statement_descriptor_suffix: 'A very lon' },
    {},
    {},
  ])
})

test('the card that paid is read with the fingerprint that it has in all its payments', async () => {
  const { read } = await paid()

  expect((await read()).card).toEqual({
    brand: 'visa',
    last4: '4242',
    country: 'US',
    fingerprint: 'Xt5EWLLDS7FJjR1c',
  })
})

test.each([
  ['requires_payment_method', 'open'],
  ['requires_confirmation', 'open'],
  ['requires_action', 'action_required'],
  ['processing', 'processing'],
  ['succeeded', 'paid'],
  ['canceled', 'canceled'],
  ['requires_capture', 'unknown'],
  ['requires_something_new', 'unknown'],
])('Stripe’s payment status %s is %s', async (status, state) => {
  const { simulate, paymentId, read } = await started()
  simulate.setStatus(paymentId, status)

  expect((await read()).state).toBe(state)
})

test('a declined card has a code and a message', async () => {
  const { simulate, paymentId, read } = await started()
  const message = 'Your card has insufficient funds.'
  simulate.decline(paymentId, {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message,
  })

  expect(await read()).toMatchObject({ state: 'open', failure: { code: 'insufficient_funds', message } })
})

test('a processing payment is not canceled and returned unchanged', async () => {
  const { simulate, provider, paymentId } = await started()
  simulate.setStatus(paymentId, 'processing')

  expect((await provider.cancelPayment(paymentId)).state).toBe('processing')
})

test('the provider fee is known once the charge has a balance transaction', async () => {
  const { simulate, paymentId, read } = await paid()
  expect((await read()).providerFeeAmount).toBeUndefined()

  simulate.setBalanceTransaction(paymentId, { fee: 45 })

  expect((await read()).providerFeeAmount).toBe(45)
})

test('a fee in another currency is the same share of the charge', async () => {
  const { simulate, paymentId, read } = await paid()

  simulate.setBalanceTransaction(paymentId, { fee: 40, amount: 400, currency: 'eur' })

  expect((await read()).providerFeeAmount).toBe(50)
})

test('a refund that the balance does not cover may be made later, and one that meets another call too', async () => {
  const { provider, paymentId, fail } = await paid()
  const refund = (key: string) => provider.refund({ paymentId, amount: 500, reason: 'requested' }, key)
  const answer = (code: string, status = 400) => ({
    status,
    body: { error: { type: 'invalid_request_error', code, message: 'Not now' } },
  })

  fail('/v1/refunds', answer('balance_insufficient'))
  await expect(refund('refund:1')).rejects.toMatchObject({
    name: 'RefundDeferredError',
    reason: 'balance_insufficient',
  })
  fail('/v1/refunds', answer('lock_timeout', 400))
  await expect(refund('refund:2')).rejects.toMatchObject({ reason: 'provider_busy' })
})

test('a refund that the bank returns later is failed', async () => {
  const { provider, simulate, paymentId, read } = await paid()
  const { refundId } = await provider.refund({ paymentId, amount: 500, reason: 'requested' }, 'refund:1')
  expect((await read()).refunds).toEqual([{ refundId, paymentId, amount: 500, state: 'succeeded' }])

  simulate.failRefund(refundId)

  expect((await read()).refunds).toEqual([{ refundId, paymentId, amount: 500, state: 'failed' }])
})

test.each([
  ['pending', 'pending'],
  ['requires_action', 'pending'],
  ['canceled', 'failed'],
  ['something_new', 'pending'],
  [null, 'pending'],
])('Stripe’s refund status %s is %s', async (status, state) => {
  const { provider, store, paymentId, read } = await paid()
  const { refundId } = await provider.refund({ paymentId, amount: 100, reason: 'duplicate' }, 'refund:1')
  Object.assign(store.refunds.get(refundId) ?? {}, { status })

  expect((await read()).refunds).toMatchObject([{ refundId, state }])
})

test.each([
  ['requested', 'requested_by_customer'],
  ['duplicate', 'duplicate'],
  ['undeliverable', null],
] as const)('the refund reason %s is %s at Stripe', async (reason, stripeReason) => {
  const { provider, store, paymentId } = await paid()

  const { refundId } = await provider.refund({ paymentId, amount: 100, reason }, 'refund:1')

  expect(store.refunds.get(refundId)?.reason).toBe(stripeReason)
})

test('more refunds than in Stripe’s first page are all read', async () => {
  const { provider, paymentId, read } = await paid()
  for (let i = 0; i < 12; i++)
    await provider.refund({ paymentId, amount: 10, reason: 'requested' }, `refund:${i}`)

  const { refunds } = await read()

  expect(new Set(refunds.map(({ refundId }) => refundId)).size).toBe(12)
})

test('reading an unpaid payment is one request to Stripe', async () => {
  const { requests, read } = await started()

  await read()

  expect(requests.filter(({ method }) => method === 'GET')).toHaveLength(1)
})
