import { expect, test } from 'vitest'
import { openStripe } from '../../../tests/support/fake-stripe/stripe-fixture.ts'

/** An account that is ready for transfers. */
async function onboarded() {
  const { provider, ...stripe } = await openStripe()
  const { connect } = provider
  if (!connect) throw new Error('Stripe supports connected accounts')
  const request = { userId: '5', email: 'mara@example.com', country: 'US' }
  const { accountId } = await connect.createAccount(request, 'acct:5')
  stripe.simulate.finishOnboarding(accountId)
  const order = { payoutId: '7', runId: '3', accountId, amount: 2_500, currency: 'USD' }
  const transfer = (key: string) =>
    connect.createTransfer(order, key).catch((caught: unknown) => caught as Record<string, unknown>)
  return { ...stripe, connect, order, transfer }
}

const errorBody = (body: object) => ({ type: 'invalid_request_error', message: 'No', ...body })

test('a balance that is too small defers the transfer, and the next attempt needs another key', async () => {
  const { store, transfer } = await onboarded()
  store.balance.available = [{ amount: 2_499, currency: 'usd' }]

  const first = await transfer('transfer:7')
  store.balance.available = [{ amount: 2_500, currency: 'usd' }]
  const sameKey = await transfer('transfer:7')
  const nextKey = await transfer('transfer:7:1')

  const deferred = {
    name: 'TransferDeferredError',
    reason: 'balance_insufficient',
    code: 'balance_insufficient',
  }
  expect([first, sameKey]).toMatchObject([deferred, deferred])
  expect(nextKey).toMatchObject({ state: 'paid', amount: 2_500 })
})

test.each([
  [429, { type: 'rate_limit_error', code: 'rate_limit' }, 'rate_limit'],
  [429, { code: 'lock_timeout' }, 'lock_timeout'],
  [409, { type: 'idempotency_error', code: 'idempotency_key_in_use' }, 'idempotency_key_in_use'],
])('%d %o is busy: the same key sends the transfer later', async (status, body, code) => {
  const { fail, clearFaults, transfer } = await onboarded()
  // The SDK repeats some of these once itself.
  for (let i = 0; i < 2; i++) fail('/v1/transfers', { status, body: { error: errorBody(body) } })

  expect(await transfer('transfer:7')).toMatchObject({
    name: 'TransferDeferredError',
    reason: 'provider_busy',
    code,
  })
  clearFaults()
  expect(await transfer('transfer:7')).toMatchObject({ state: 'paid' })
})

test.each([
  [401, { message: 'Invalid API Key provided' }],
  [403, { message: 'The provided key does not have the required permissions' }],
])('%d means that the key must be changed, which is no rejection of the creator', async (status, body) => {
  const { fail, transfer } = await onboarded()
  fail('/v1/transfers', { status, body: { error: errorBody(body) } })

  expect(await transfer('transfer:7')).toMatchObject({
    name: 'TransferDeferredError',
    reason: 'provider_unavailable',
  })
})

test.each([
  [{ code: 'insufficient_capabilities_for_transfer' }, 'transfers_inactive'],
  [{ code: 'account_closed' }, 'account_restricted'],
  [{ code: 'resource_missing', param: 'destination' }, 'disconnected'],
  [{ message: 'Funds can’t be sent to accounts located in MX' }, 'country'],
  [{ param: 'currency' }, 'currency'],
  [{ code: 'transfers_not_allowed' }, 'other'],
])('%o rejects the transfer as %s, with the code', async (body, rejection) => {
  const { fail, transfer } = await onboarded()
  fail('/v1/transfers', { status: 400, body: { error: errorBody(body) } })

  expect(await transfer('transfer:7')).toMatchObject({
    name: 'TransferFailedError',
    rejection,
    code: 'code' in body ? body.code : 'StripeInvalidRequestError',
  })
})

test('a key that was used with other parameters is neither a rejection nor a delay', async () => {
  const { connect, order, transfer } = await onboarded()
  await transfer('transfer:7')

  const error = await connect
    .createTransfer({ ...order, amount: 2_600 }, 'transfer:7')
    .catch((caught) => caught)

  expect(error).toMatchObject({ name: 'StripeApiError', type: 'StripeIdempotencyError' })
})

test('the balance is what transfers can use, and names balances in other currencies', async () => {
  const { connect, store } = await onboarded()
  store.balance.available = [
    { amount: 1_200, currency: 'usd' },
    { amount: 900, currency: 'eur' },
    { amount: 0, currency: 'gbp' },
  ]
  store.balance.pending = [{ amount: 700, currency: 'usd' }]

  expect(await connect.getBalance()).toEqual({ available: 1_200, pending: 700, otherCurrencies: ['EUR'] })
})

test('a balance without the currency of transfers is zero', async () => {
  const { connect, store } = await onboarded()
  store.balance.available = [{ amount: 900, currency: 'eur' }]
  store.balance.pending = []

  expect(await connect.getBalance()).toEqual({ available: 0, pending: 0, otherCurrencies: ['EUR'] })
})

test.each([
  ['failed', { failure_code: 'account_closed', failure_message: 'Closed.' }, 'failed'],
  ['paid', {}, 'paid'],
  ['in_transit', {}, 'pending'],
  ['a_new_status', {}, 'unknown'],
])('a platform payout that is %s at Stripe', async (status, values, state) => {
  const { connect, simulate } = await onboarded()
  const { id } = simulate.platformPayout({ status, ...values })

  expect(await connect.getPlatformPayout(id)).toEqual({
    payoutId: id,
    amount: 50_000,
    currency: 'USD',
    state,
    ...(status === 'failed' && { failure: { code: 'account_closed', message: 'Closed.' } }),
  })
})
