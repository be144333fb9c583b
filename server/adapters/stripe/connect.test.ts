import { expect, test } from 'vitest'
import { openStripe } from '../../../tests/support/fake-stripe/stripe-fixture.ts'
import { OnboardingIncompleteError, TransferFailedError } from '../../ports/connect.ts'

const mara = { userId: '5', email: 'mara@example.com', country: 'US' }
const urls = { returnUrl: 'https://tips.example/payouts', refreshUrl: 'https://tips.example/payouts/again' }

async function opened() {
  const { provider, ...stripe } = await openStripe()
  const { connect } = provider
  if (!connect) throw new Error('Stripe supports connected accounts')
  const { accountId } = await connect.createAccount(mara, 'acct:5')
  const order = { payoutId: '7', runId: '3', accountId, amount: 2_500, currency: 'USD' }
  return { ...stripe, connect, accountId, order }
}

async function onboarded() {
  const account = await opened()
  account.simulate.finishOnboarding(account.accountId)
  return account
}

test('a new account is an Express account whose fees and losses are the platform’s', async () => {
  const { store, accountId } = await opened()

  expect(store.accounts.get(accountId)).toMatchObject({
    email: 'mara@example.com',
    country: 'US',
    tos_acceptance: { service_agreement: 'full' },
    controller: {
      stripe_dashboard: { type: 'express' },
      fees: { payer: 'application' },
      losses: { payments: 'application' },
    },
    capabilities: { transfers: { requested: 'true' } },
    metadata: { user: '5' },
  })
})

test('the same idempotency key never creates a second account', async () => {
  const { connect, accountId } = await opened()

  expect(await connect.createAccount(mara, 'acct:5')).toEqual({ accountId })
})

test('an account’s snapshot has its state and requirements', async () => {
  const { connect, simulate, accountId } = await opened()
  expect(await connect.getAccount(accountId)).toEqual({
    accountId,
    detailsSubmitted: false,
    payoutsEnabled: false,
    requirementsDue: 'individual.first_name, external_account',
    payoutCurrency: 'USD',
  })

  simulate.finishOnboarding(accountId)

  const ready = {
    accountId,
    detailsSubmitted: true,
    payoutsEnabled: true,
    requirementsDue: undefined,
    payoutCurrency: 'USD',
  }
  expect(await connect.getAccount(accountId)).toEqual(ready)
})

test('a disabled account says why', async () => {
  const { connect, store, accountId } = await onboarded()
  Object.assign(store.accounts.get(accountId)?.requirements ?? {}, { disabled_reason: 'rejected.fraud' })

  expect((await connect.getAccount(accountId)).requirementsDue).toBe('rejected.fraud')
})

test.each([
  ['details_missing', { payouts_enabled: false, requirements: { currently_due: ['individual.id_number'] } }],
  ['bank_account_missing', { payouts_enabled: false, requirements: { currently_due: ['external_account'] } }],
  [
    'in_review',
    { payouts_enabled: false, requirements: { disabled_reason: 'requirements.pending_verification' } },
  ],
  ['rejected', { payouts_enabled: false, requirements: { disabled_reason: 'rejected.fraud' } }],
  ['transfers_inactive', { capabilities: { transfers: 'inactive' } }],
  ['in_review', { capabilities: { transfers: 'pending' } }],
])('an account is restricted as %s by %o', async (restriction, change) => {
  const { connect, store, accountId } = await onboarded()
  Object.assign(store.accounts.get(accountId) ?? {}, change)

  expect(await connect.getAccount(accountId)).toMatchObject({ payoutsEnabled: false, restriction })
})

test('an account in another country is created with it, and paid in its own currency', async () => {
  const { connect, store } = await opened()

  const { accountId } = await connect.createAccount({ ...mara, country: 'DE' }, 'acct:5:DE')

  expect(store.accounts.get(accountId)).toMatchObject({ country: 'DE' })
  expect(await connect.getAccount(accountId)).toMatchObject({ payoutCurrency: 'EUR' })
})

test('a deauthorized account has no payouts enabled', async () => {
  const { connect, store, accountId } = await onboarded()
  Object.assign(store.accounts.get(accountId) ?? {}, { connected: false })

  expect(await connect.getAccount(accountId)).toEqual({
    accountId,
    detailsSubmitted: false,
    payoutsEnabled: false,
    requirementsDue: 'This account is no longer connected.',
    restriction: 'disconnected',
  })
})

test('every onboarding link is new, with a return and a refresh URL', async () => {
  const { connect, requests, accountId } = await opened()

  const first = await connect.createOnboardingLink(accountId, urls)
  const second = await connect.createOnboardingLink(accountId, urls)

  expect(first.url).toContain(urls.returnUrl)
  expect(second.url).not.toBe(first.url)
  expect(decodeURIComponent(requests.at(-1)?.body ?? '')).toContain(`refresh_url=${urls.refreshUrl}`)
})

test('the dashboard exists only after onboarding', async () => {
  const { connect, simulate, accountId } = await opened()
  await expect(connect.createDashboardLink(accountId)).rejects.toThrow(OnboardingIncompleteError)

  simulate.finishOnboarding(accountId)

  expect((await connect.createDashboardLink(accountId)).url).toContain(accountId)
})

test('a payout is transferred once, however often its key is repeated', async () => {
  const { connect, store, order } = await onboarded()

  const all = await Promise.all([1, 2, 3].map(() => connect.createTransfer(order, 'transfer:7')))

  expect(new Set(all.map(({ transferId }) => transferId)).size).toBe(1)
  expect([...store.transfers.values()]).toMatchObject([
    {
      amount: 2_500,
      currency: 'usd',
      destination: order.accountId,
      transfer_group: 'run_3',
      metadata: { payout: '7' },
    },
  ])
  expect(await connect.getTransfer(String(all[0]?.transferId))).toEqual({
    transferId: all[0]?.transferId,
    amount: 2_500,
    state: 'paid',
    amountReversed: 0,
  })
})

test('repeating a transfer whose response was lost returns the same transfer', async () => {
  const { connect, store, order, fail } = await onboarded()
  fail('/v1/transfers', 'lost')

  const { transferId } = await connect.createTransfer(order, 'transfer:7')

  expect([...store.transfers.keys()]).toEqual([transferId])
})

test('a final rejection throws TransferFailedError, and an outage does not', async () => {
  const { connect, order, fail } = await opened()
  await expect(connect.createTransfer(order, 'transfer:7')).rejects.toThrow(TransferFailedError)

  const busy = { status: 500, body: { error: { type: 'api_error', message: 'Busy' } } }
  for (let i = 0; i < 3; i++) fail('/v1/transfers', busy)

  const error = await connect.createTransfer(order, 'transfer:8').catch((caught: unknown) => caught)
  expect(error).not.toBeInstanceOf(TransferFailedError)
  expect(error).toMatchObject({
    name: 'ProviderUnavailableError',
    cause: { type: 'StripeAPIError', status: 500 },
  })
})

test('a transfer is reversed completely, once', async () => {
  const { connect, order } = await onboarded()
  const { transferId } = await connect.createTransfer(order, 'transfer:7')
  const back = { transferId, amount: 2_500, state: 'reversed', amountReversed: 2_500 }

  expect(await connect.reverseTransfer(transferId, 'reverse:7')).toEqual(back)
  expect(await connect.reverseTransfer(transferId, 'reverse:7')).toEqual(back)
  await expect(connect.reverseTransfer(transferId, 'reverse:8')).rejects.toThrow(TransferFailedError)
})

test('a partially reversed transfer is not reversed', async () => {
  const { connect, store, order } = await onboarded()
  const { transferId } = await connect.createTransfer(order, 'transfer:7')
  Object.assign(store.transfers.get(transferId) ?? {}, { amount_reversed: 500 })

  expect(await connect.getTransfer(transferId)).toMatchObject({ state: 'paid', amountReversed: 500 })
})
