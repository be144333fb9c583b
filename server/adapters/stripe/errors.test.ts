import { expect, test } from 'vitest'
import { openStripe } from '../../../tests/support/fake-stripe/stripe-fixture.ts'
import { StripeApiError } from './errors.ts'

const order = { checkoutId: '1', contentId: 2, amount: 500, currency: 'USD', description: 'Sunset pack' }

test('retrying a lost response with the same key creates one payment', async () => {
  const { provider, store, requests, fail } = await openStripe()
  fail('/v1/payment_intents', 'lost')

  const { paymentId } = await provider.createPayment(order, 'pi:1')

  expect(requests.map(({ key }) => key)).toEqual(['pi:1', 'pi:1'])
  expect([...store.intents.keys()]).toEqual([paymentId])
})

test('a short outage at Stripe is retried', async () => {
  const { provider, fail } = await openStripe()
  fail('/v1/payment_intents', { status: 503, body: { error: { type: 'api_error', message: 'Busy' } } })

  await expect(provider.createPayment(order, 'pi:1')).resolves.toBeDefined()
})

test('the logged part of a Stripe error has its type and not the payment', async () => {
  const { provider, fail } = await openStripe()
  const { paymentId, clientSecret } = await provider.createPayment(order, 'pi:1')
  const error = {
    type: 'invalid_request_error',
    code: 'something_else',
    message: 'No.',
    payment_intent: { id: paymentId, client_secret: clientSecret, receipt_email: 'fan@example.com' },
  }
  fail(`/v1/payment_intents/${paymentId}/cancel`, { status: 400, body: { error } })

  const thrown = await provider.cancelPayment(paymentId).catch((reason: unknown) => reason)

  expect(thrown).toBeInstanceOf(StripeApiError)
  expect({ ...(thrown as StripeApiError) }).toEqual({
    name: 'StripeApiError',
    type: 'StripeInvalidRequestError',
    code: 'something_else',
    status: 400,
    requestId: 'req_double',
  })
})

test('a key that Stripe rejects throws an error, not PaymentNotFoundError', async () => {
  const { provider, fail } = await openStripe()
  const error = { type: 'invalid_request_error', message: 'Expired API Key provided' }
  fail('/v1/payment_intents', { status: 401, body: { error } })

  const thrown = await provider.getPayment('pi_nothing').catch((reason: unknown) => reason)

  expect(thrown).toMatchObject({ name: 'StripeApiError', type: 'StripeAuthenticationError', status: 401 })
})
