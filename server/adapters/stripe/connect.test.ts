import { expect, test } from 'vitest'
import { openStripe } from '../../../tests/support/fake-stripe/stripe-fixture.ts'
import { OnboardingIncompleteError, TransferFailedError } from '../../ports/connect.ts'

const mara = { userId: '5', email: 'mara@example.com' }
const urls = { returnUrl: 'https://tips.example/payouts', refreshUrl: 'https://tips.example/payouts/again' }

async function opened() {
  const { provider, ...stripe } = await openStripe()
  const { connect } = provider
  if (!connect) throw new Error('Stripe pays creators')
  const { accountId } = await connect.createAccount(mara, 'acct:5')
  const order = { payoutId: '7', accountId, amount: 2_500, currency: 'USD' }
  return { ...stripe, connect, accountId, order }
}

async function onboarded() {
  const account = await opened()
  account.moves.finishOnboarding(account.accountId)
  return account
}

test('an account is an express one whose fees and losses are the platform’s', async () => {
  const { books, accountId } = await opened()

  expect(books.accounts.get(accountId)).toMatchObject({
    email: 'mara@example.com',
    controller: {
      stripe_dashboard: { type: 'express' },
      fees: { payer: 'application' },
      losses: { payments: 'application' },
    },
    capabilities: { transfers: { requested: 'true' } },
    metadata: { user: '5' },
  })
})

test('the same key never opens a second account', async () => {
  const { connect, accountId } = await opened()

  expect(await connect.createAccount(mara, 'acct:5')).toEqual({ accountId })
})

test('an account says how far it has come and what is still asked for', async () => {
  const { connect, moves, accountId } = await opened()
  expect(await connect.getAccount(accountId)).toEqual({
    accountId,
    detailsSubmitted: false,
    payoutsEnabled: false,
    requirementsDue: 'individual.first_name, external_account',
  })

  moves.finishOnboarding(accountId)

  const ready = { accountId, detailsSubmitted: true, payoutsEnabled: true, requirementsDue: undefined }
  expect(await connect.getAccount(accountId)).toEqual(ready)
})

test('an account that is held says why', async () => {
  const { connect, books, accountId } = await onboarded()
  Object.assign(books.accounts.get(accountId)?.requirements ?? {}, { disabled_reason: 'rejected.fraud' })

  expect((await connect.getAccount(accountId)).requirementsDue).toBe('rejected.fraud')
})

test('an account that was cut off is read as one that takes no payouts', async () => {
  const { connect, books, accountId } = await onboarded()
  Object.assign(books.accounts.get(accountId) ?? {}, { connected: false })

  expect(await connect.getAccount(accountId)).toEqual({
    accountId,
    detailsSubmitted: false,
    payoutsEnabled: false,
    requirementsDue: 'This account is no longer connected.',
  })
})

test('every onboarding link is a new one, with the way back and the way to the next', async () => {
  const { connect, requests, accountId } = await opened()

  const first = await connect.createOnboardingLink(accountId, urls)
  const second = await connect.createOnboardingLink(accountId, urls)

  expect(first.url).toContain(urls.returnUrl)
  expect(second.url).not.toBe(first.url)
  expect(decodeURIComponent(requests.at(-1)?.body ?? '')).toContain(`refresh_url=${urls.refreshUrl}`)
})

test('there is a dashboard once onboarding has ended, and not before', async () => {
  const { connect, moves, accountId } = await opened()
  await expect(connect.createDashboardLink(accountId)).rejects.toThrow(OnboardingIncompleteError)

  moves.finishOnboarding(accountId)

  expect((await connect.createDashboardLink(accountId)).url).toContain(accountId)
})

test('a payout is transferred once, however often the same key asks', async () => {
  const { connect, books, order } = await onboarded()

  const all = await Promise.all([1, 2, 3].map(() => connect.createTransfer(order, 'transfer:7')))

  expect(new Set(all.map(({ transferId }) => transferId)).size).toBe(1)
  expect([...books.transfers.values()]).toMatchObject([
    { amount: 2_500, currency: 'usd', destination: order.accountId, metadata: { payout: '7' } },
  ])
  expect(await connect.getTransfer(String(all[0]?.transferId))).toEqual({
    transferId: all[0]?.transferId,
    amount: 2_500,
    state: 'paid',
    amountReversed: 0,
  })
})

test('a transfer whose answer got lost is the same one when it is asked for again', async () => {
  const { connect, books, order, fail } = await onboarded()
  fail('/v1/transfers', 'lost')

  const { transferId } = await connect.createTransfer(order, 'transfer:7')

  expect([...books.transfers.keys()]).toEqual([transferId])
})

test('a transfer that Stripe refuses for good says so; trouble at Stripe does not', async () => {
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

test('a transfer comes back whole, once', async () => {
  const { connect, order } = await onboarded()
  const { transferId } = await connect.createTransfer(order, 'transfer:7')
  const back = { transferId, amount: 2_500, state: 'reversed', amountReversed: 2_500 }

  expect(await connect.reverseTransfer(transferId, 'reverse:7')).toEqual(back)
  expect(await connect.reverseTransfer(transferId, 'reverse:7')).toEqual(back)
  await expect(connect.reverseTransfer(transferId, 'reverse:8')).rejects.toThrow(TransferFailedError)
})

test('a transfer that came back in part is not reversed yet', async () => {
  const { connect, books, order } = await onboarded()
  const { transferId } = await connect.createTransfer(order, 'transfer:7')
  Object.assign(books.transfers.get(transferId) ?? {}, { amount_reversed: 500 })

  expect(await connect.getTransfer(transferId)).toMatchObject({ state: 'paid', amountReversed: 500 })
})
