import { eq } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { stopPayouts } from '../../../../contract/payout-method-state.ts'
import {
  getPayoutFunds,
  listPayouts,
  markPayoutPaid,
  markPayoutReturned,
} from '../../../../contract/payout-runs.ts'
import { connectedAccountFixture } from '../../../../tests/support/connected-account-fixture.ts'
import { balancedLedger } from '../../../../tests/support/payout-fixture.ts'
import { payoutMethodStates, payouts as payoutRows, users } from '../../../db/schema/index.ts'
import { TransferDeferredError, TransferFailedError, type TransferRejection } from '../../../ports/connect.ts'
import { CircuitOpenError, ProviderUnavailableError } from '../../../ports/payment-provider.ts'
import { notMeToken } from '../payout-methods/not-me.ts'
import { retryTransfers, sendTransfer } from './transfers.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** A connected creator who is owed $80.00, and a balance at the provider. */
async function balanceFixture(available: number) {
  const fixture = await connectedAccountFixture()
  const { w, mara, admin } = fixture
  await mara.sells('100.00')
  await w.sandbox.simulate.setBalance(available)
  return {
    ...fixture,
    openAlerts: async () => (await w.probe.alerts()).filter(({ resolvedAt }) => resolvedAt === null),
    listed: async () => (await admin.call(listPayouts)).body.payouts[0],
    funds: async () => (await admin.call(getPayoutFunds)).body,
    transfers: async () => (await w.sandbox.onboarding.account(mara.id)).transfers,
  }
}

test('a transfer over the balance waits, says what is missing, and is sent once when the balance covers it', async () => {
  const { w, mara, processes, listed, funds, openAlerts, transfers, ledgerHealth } =
    await balanceFixture(3_000)

  await processes()
  await w.runJobs()
  const waiting = await listed()
  const fundsBefore = await funds()
  const alerts = await openAlerts()
  await w.sandbox.simulate.setBalance(8_000)
  await w.deliverWebhooks()

  expect(waiting).toMatchObject({
    state: 'processing',
    waitReason: 'balance_insufficient',
    providerCode: 'balance_insufficient',
    canBePaid: true,
    canBeReturned: true,
  })
  expect(fundsBefore).toMatchObject({
    state: 'limited',
    available: '30.00',
    waitingCount: 1,
    waitingAmount: '80.00',
    missingAmount: '50.00',
  })
  expect(alerts).toMatchObject([
    {
      kind: 'balance-too-small',
      message: expect.stringMatching(/^\$50\.00 is missing: transfers of \$80\.00 are due.*has \$30\.00/),
    },
  ])
  expect(await mara.history()).toMatchObject([{ state: 'paid', waitReason: null }])
  expect(await transfers()).toMatchObject([{ amount: '80.00', state: 'paid' }])
  expect(await funds()).toMatchObject({ available: '0.00', waitingCount: 0, missingAmount: null })
  expect(await openAlerts()).toEqual([])
  expect((await w.mailbox.list()).map(({ subject }) => subject)).not.toContain(
    'Your payout of $80.00 was returned',
  )
  expect(await ledgerHealth()).toEqual(balancedLedger)
})

test('It wasn’t me: a transfer that waits comes back, and one that the provider has not answered is returned instead of sent again', async () => {
  const { w, mara, processes, payouts, transfers, openAlerts, ledgerHealth } = await balanceFixture(0)
  const press = async () => {
    const token = notMeToken(w.ports, mara.id, w.clock.now())
    await w.visitor().call(stopPayouts, { params: { token }, body: {} })
  }
  await processes()
  const unanswered = { attemptStartedAt: w.clock.now(), nextAttemptAt: w.clock.now() }
  const [waiting] = await w.db.update(payoutRows).set(unanswered).returning()

  await press()
  const alerts = await openAlerts()
  // The provider's answer: not now.
  await w.db.update(payoutRows).set({ attemptStartedAt: null })
  await w.sandbox.simulate.setBalance(8_000)
  await sendTransfer(w.ports, { payoutId: String(waiting?.id) })

  expect(alerts).toContainEqual(
    expect.objectContaining({
      kind: 'payout-not-stopped',
      target: `payout/${waiting?.id}`,
      message: `Payout ${waiting?.id}: the creator says that a change of their payout details wasn’t theirs. The provider was already asked to transfer it.`,
    }),
  )
  expect(await payouts()).toMatchObject([{ state: 'returned' }])
  expect(await transfers()).toEqual([])

  await w.db.delete(payoutMethodStates)
  await mara.sells('100.00')
  await w.sandbox.simulate.setBalance(0)
  await w.db
    .update(users)
    .set({ providerAccountId: waiting?.providerAccountId ?? '', providerAccountState: 'complete' })
    .where(eq(users.id, mara.id))
  await processes()
  await press()
  await w.sandbox.simulate.setBalance(80_000)
  await w.deliverWebhooks()

  expect((await payouts()).map(({ state }) => state)).toEqual(['returned', 'returned'])
  expect(await transfers()).toEqual([])
  expect(await ledgerHealth()).toEqual(balancedLedger)
})

test('without a webhook the sweep sends what the balance covers, smaller transfers before one that it does not', async () => {
  const { w, processes, payouts } = await balanceFixture(0)
  await processes()
  await w.db.execute(`update payouts set created_at = created_at - interval '1 hour'`)
  const [first] = await payouts()
  await w.sandbox.simulate.setBalance(7_999)
  w.clock.advance(6 * minuteMs)
  await retryTransfers(w.ports)
  const stillWaiting = await payouts()
  await w.sandbox.simulate.setBalance(8_000)
  w.clock.advance(2 * minuteMs)
  await retryTransfers(w.ports)

  expect(first).toMatchObject({ transferAttempt: 1, attemptStartedAt: null })
  expect(stillWaiting).toMatchObject([{ state: 'processing', transferAttempt: 1 }])
  expect(await payouts()).toMatchObject([{ state: 'paid', waitReason: null }])
})

test('eight retries of a waiting transfer at once pay it once', async () => {
  const { w, processes, payouts, transfers } = await balanceFixture(0)
  await processes()
  const [{ id } = { id: 0 }] = await payouts()
  await w.sandbox.simulate.setBalance(100_000)

  await Promise.all(Array.from({ length: 8 }, () => sendTransfer(w.ports, { payoutId: String(id) })))

  expect(await transfers()).toMatchObject([{ amount: '80.00', state: 'paid' }])
  expect(await w.sandbox.connect.getBalance()).toMatchObject({ available: 92_000 })
})

test('a transfer that has waited for days is sent, because the provider has answered every attempt', async () => {
  const { w, processes, payouts, openAlerts } = await balanceFixture(0)
  await processes()
  for (let day = 0; day < 3; day++) {
    w.clock.advance(24 * hourMs)
    await retryTransfers(w.ports)
  }
  await w.sandbox.simulate.setBalance(8_000)
  w.clock.advance(hourMs)
  await retryTransfers(w.ports)

  expect(await payouts()).toMatchObject([{ state: 'paid' }])
  expect(await openAlerts()).toEqual([])
})

test('a waiting transfer can be paid another way, and is then never sent', async () => {
  const { w, admin, processes, payouts, transfers, openAlerts } = await balanceFixture(0)
  await processes()
  const [{ id } = { id: 0 }] = await payouts()

  const { body } = await admin.call(markPayoutPaid, { params: { id }, body: { reference: 'WIRE-1' } })
  await w.sandbox.simulate.setBalance(100_000)
  await w.deliverWebhooks()

  expect(body).toMatchObject({ state: 'paid', reference: 'WIRE-1', waitReason: null })
  expect(await transfers()).toEqual([])
  expect(await openAlerts()).toEqual([])
})

test('a transfer that is being sent can be neither paid nor returned by hand', async () => {
  const { w, admin, processes, payouts } = await balanceFixture(0)
  await processes()
  const [{ id } = { id: 0 }] = await payouts()
  const params = { id }
  vi.spyOn(w.sandbox.connect, 'createTransfer').mockImplementation(async () => {
    throw new ProviderUnavailableError('no answer')
  })
  await sendTransfer(w.ports, { payoutId: String(id) })

  const paid = await admin.call(markPayoutPaid, { params, body: { reference: 'WIRE-1' } })
  const returned = await admin.call(markPayoutReturned, { params, body: { notes: 'No.' } })

  expect([paid.status, returned.status]).toEqual([409, 409])
})

test.each([
  [
    'a rate limit',
    new TransferDeferredError('busy', { reason: 'provider_busy', code: 'rate_limit' }),
    'provider_busy',
  ],
  ['an outage', new ProviderUnavailableError('no answer'), 'provider_unavailable'],
] as const)('%s is no rejection: the same key is used again', async (_, error, waitReason) => {
  const { w, processes, listed, payouts } = await balanceFixture(100_000)
  const keys: Array<string> = []
  const { createTransfer } = w.sandbox.connect
  vi.spyOn(w.sandbox.connect, 'createTransfer').mockImplementation(async (request, key) => {
    keys.push(key)
    if (keys.length === 1) throw error
    return createTransfer(request, key)
  })

  await processes()
  const waiting = await listed()
  w.clock.advance(3 * minuteMs)
  await retryTransfers(w.ports)

  expect(waiting).toMatchObject({ state: 'processing', waitReason, canBePaid: false })
  expect(new Set(keys).size).toBe(1)
  expect(await payouts()).toMatchObject([{ state: 'paid', transferAttempt: 0 }])
})

test('a provider that was not called leaves no attempt behind', async () => {
  const { w, processes, payouts } = await balanceFixture(100_000)
  vi.spyOn(w.sandbox.connect, 'createTransfer').mockRejectedValue(new CircuitOpenError('open'))

  await processes()

  expect(await payouts()).toMatchObject([{ attemptStartedAt: null, waitReason: 'provider_unavailable' }])
})

test.each<[TransferRejection, RegExp]>([
  ['account_restricted', /paused payouts to your bank account until you complete your details/],
  ['transfers_inactive', /turned off at the payment provider/],
  ['disconnected', /no longer connected/],
  ['country', /can’t transfer money to your country/],
  ['currency', /can’t receive USD/],
  ['other', /for a reason on our side. Your bank account is fine/],
])(
  'a transfer that is rejected as %s tells the creator why and the admin the code',
  async (rejection, reason) => {
    const { w, mara, processes, listed, openAlerts, ledgerHealth } = await balanceFixture(100_000)
    const error = new TransferFailedError('No', { rejection, code: 'the_code' })
    vi.spyOn(w.sandbox.connect, 'createTransfer').mockRejectedValue(error)

    await processes()

    expect(await mara.history()).toMatchObject([{ state: 'failed', notes: expect.stringMatching(reason) }])
    expect(await listed()).toMatchObject({ providerCode: 'the_code' })
    expect(await openAlerts()).toMatchObject([
      { kind: 'transfer-rejected', message: expect.stringContaining('(the_code)') },
    ])
    expect(await mara.earnings()).toMatchObject({ availableBalance: 80 })
    expect(await ledgerHealth()).toEqual(balancedLedger)
  },
)

test('a balance in another currency is named in the alert', async () => {
  const { w, processes, openAlerts, funds } = await balanceFixture(0)
  vi.spyOn(w.sandbox.connect, 'getBalance').mockResolvedValue({
    available: 0,
    pending: 500,
    otherCurrencies: ['EUR'],
  })

  await processes()

  expect(await openAlerts()).toMatchObject([{ message: expect.stringContaining('The balance is in EUR') }])
  expect(await funds()).toMatchObject({ otherCurrencies: ['EUR'], pending: '5.00' })
})

test('the balance is unknown while the provider does not respond, and unlimited without a limit', async () => {
  const { w, funds } = await balanceFixture(0)
  await w.sandbox.simulate.setBalance(null)
  const unlimited = await funds()
  vi.spyOn(w.sandbox.connect, 'getBalance').mockRejectedValue(new ProviderUnavailableError('no answer'))

  expect(unlimited).toMatchObject({ state: 'unlimited', available: null })
  expect(await funds()).toMatchObject({ state: 'unavailable', available: null, missingAmount: null })
})

test('a payout that the platform’s bank rejected alerts the operator until one arrives', async () => {
  const { w, funds, openAlerts } = await balanceFixture(100_000)

  await w.sandbox.simulate.platformPayout({ amount: 50_000, state: 'failed' })
  await w.deliverWebhooks()
  const failed = await funds()
  await w.sandbox.simulate.platformPayout({ amount: 50_000, state: 'paid' })
  await w.deliverWebhooks()

  expect(failed).toMatchObject({
    available: '1000.00',
    platformPayoutFailure: {
      message: expect.stringMatching(/rejected a payout of \$500\.00.*\(account_closed\)/),
    },
  })
  expect(await funds()).toMatchObject({ available: '500.00', platformPayoutFailure: null })
  expect(await openAlerts()).toEqual([])
})
