import { expect, test } from 'vitest'
import { listCreatorPayouts, processPayouts } from '../contract/admin-payouts.ts'
import { refundAsAdmin } from '../contract/admin-purchases.ts'
import { confirmPayoutMethod } from '../contract/payout-method-state.ts'
import { listPayouts, markPayoutPaid, markPayoutReturned, previewPayouts } from '../contract/payout-runs.ts'
import { getStatementFile } from '../contract/payouts.ts'
import { completePayment } from '../contract/purchases.ts'
import { refundSale } from '../contract/sales.ts'
import { settlePurchase } from '../server/features/buying/settlement/settle-purchase.ts'
import { startPayoutRun } from '../server/features/money/payouts/runs.ts'
import {
  closeMonthlyReports,
  listCreatorPayoutsPage,
} from '../server/features/operating/monthly-reports/reports.ts'
import type { Viewer } from '../server/http/request-context.ts'
import { verifyStatement } from '../server/verify/statement.ts'
import { balancedLedger, march, payoutFixture } from './support/payout-fixture.ts'

/** Fixtures for edge cases of the ledger. */
async function setup(options: Parameters<typeof payoutFixture>[0] = {}) {
  const fixture = await payoutFixture(options)
  const { w, admin } = fixture
  const mara = await fixture.seller('mara@example.com')
  const balance = () => w.probe.balance(`creator_balance/${mara.id}`)
  return {
    ...fixture,
    mara,
    balance,
    settle: (paymentIntentId: string) => settlePurchase(w.ports, paymentIntentId),
    listedPayouts: async () => (await admin.call(listPayouts)).body.payouts,
  }
}

const dayMs = 24 * 3_600_000

test('a disputed payment cannot be refunded, and the error says why', async () => {
  const { w, admin, mara, balance, settle, ledgerHealth } = await setup()
  const { paymentIntentId, purchaseId: id } = await mara.sells('100.00')
  await w.sandbox.simulate.dispute(paymentIntentId, 'open')
  await settle(paymentIntentId)

  const byAdmin = await admin.call(refundAsAdmin, { params: { id }, body: { reason: 'x' } })
  const byCreator = await mara.call(refundSale, { params: { id }, body: { refunded: '0.00' } })

  const refusal = { code: 'conflict', message: 'There’s nothing left to refund.' }
  expect([byAdmin.body, byCreator.body]).toMatchObject([refusal, refusal])
  expect(await balance()).toBe(0)
  expect(await ledgerHealth()).toEqual(balancedLedger)
})

test('a dispute after the payout is owed until it is won, and no sale is paid out twice', async () => {
  const { w, mara, balance, settle, processes, ledgerHealth } = await setup()
  const { paymentIntentId } = await mara.sells('100.00')
  await processes()
  const disputeAction = async (action: 'open' | 'win' | 'lose') => {
    await w.sandbox.simulate.dispute(paymentIntentId, action)
    await settle(paymentIntentId)
    await settle(paymentIntentId)
    return balance()
  }

  expect([await disputeAction('open'), (await processes()).paidCount]).toEqual([-8_000, 0])
  expect([await disputeAction('lose'), await disputeAction('win')]).toEqual([-8_000, 0])
  expect((await processes()).paidCount).toBe(0)
  expect(await ledgerHealth()).toEqual(balancedLedger)
})

test('a refund after the payout, which the bank then returns, leaves nothing owed and nothing payable', async () => {
  const { w, mara, balance, settle, processes, ledgerHealth } = await setup()
  const { paymentIntentId } = await mara.sells('100.00')
  await processes()
  await w.sandbox.simulate.refund(paymentIntentId, '60.00')
  await settle(paymentIntentId)
  const owed = await balance()
  const { refunds } = await w.sandbox.getPayment(paymentIntentId)
  await w.sandbox.simulate.failRefund(refunds[0]?.refundId ?? '')
  await settle(paymentIntentId)

  expect([owed, await balance()]).toEqual([-4_800, 0])
  expect((await processes()).paidCount).toBe(0)
  expect(await ledgerHealth()).toEqual(balancedLedger)
})

test('a payout returned after new sales is paid with them, and the statement shows both', async () => {
  const { admin, mara, processes, listedPayouts, ledgerHealth } = await setup()
  await mara.sells('100.00')
  await processes()
  const [first] = await listedPayouts()
  await mara.sells('50.00')
  await admin.call(markPayoutReturned, { params: { id: first?.id }, body: { notes: 'No such account' } })
  await mara.call(confirmPayoutMethod)

  const again = await processes()
  const second = (await listedPayouts()).find(({ state }) => state === 'processing')
  const query = { as: 'csv' }
  const csv = String((await mara.call(getStatementFile, { params: { id: second?.id }, query })).body)

  expect(again).toMatchObject({ paidCount: 1, amount: '120.00' })
  expect(csv).toContain(`payout_return,${first?.id},,,80.00,0.00,0.00,80.00,120.00`)
  expect(verifyStatement(csv).errors).toEqual([])
  expect(await ledgerHealth()).toEqual(balancedLedger)
})

test('of two concurrent requests that mark a payout, with different notes, only one is stored', async () => {
  const { admin, mara, processes, listedPayouts, balance, ledgerHealth } = await setup()
  await mara.sells('100.00')
  await processes()
  const params = { id: (await listedPayouts())[0]?.id }

  const results = await Promise.all([
    ...['PP-1', 'PP-2'].map((reference) => admin.call(markPayoutPaid, { params, body: { reference } })),
  ])
  const [payout] = await listedPayouts()
  const returns = await Promise.all(
    ['Closed', 'Unknown'].map((notes) => admin.call(markPayoutReturned, { params, body: { notes } })),
  )

  expect(results.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(payout?.reference).toBe(results.find(({ status }) => status === 200)?.body.reference)
  expect(returns.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await balance()).toBe(8_000)
  expect(await ledgerHealth()).toEqual(balancedLedger)
})

test('two concurrently processed months pay each sale once', async () => {
  const { w, admin, mara, balance, payouts, ledgerHealth } = await setup()
  await mara.sells('100.00')
  w.clock.advance(31 * dayMs)
  await mara.sells('50.00')

  const both = [3, 4].map((month) => admin.call(processPayouts, { body: { month, year: 2026 } }))
  await Promise.all(both)
  await Promise.all([w.runPayoutJobs(), w.runPayoutJobs()])
  await w.runPayoutJobs()

  expect((await payouts()).reduce((sum, { amount }) => sum + amount, 0)).toBe(12_000)
  expect(await balance()).toBe(0)
  expect(await ledgerHealth()).toEqual(balancedLedger)
})

test('payouts of a later month leave no negative balance in an earlier one', async () => {
  const { w, admin, mara, processes } = await setup()
  await mara.sells('100.00')
  w.clock.advance(31 * dayMs)
  await mara.sells('100.00')
  await processes({ month: 4, year: 2026 })
  await mara.sells('10.00')

  const preview = (await admin.call(previewPayouts, { query: march })).body
  const table = (await admin.call(listCreatorPayouts, { query: march })).body

  expect(preview.skipped).toMatchObject([{ amount: '0.00', reason: 'below_minimum' }])
  expect(table.creators).toMatchObject([{ availableBalance: '0.00', isEligibleForPayout: false }])
})

test('a creator suspended during a run is not paid and keeps the balance', async () => {
  const { w, admin, mara, suspendCreator, balance, listedPayouts, processes } = await setup()
  await mara.sells('100.00')
  const run = await admin.call(processPayouts, { body: march })
  await suspendCreator(mara, 'We are asking')

  await w.runPayoutJobs()

  expect(run.status).toBe(200)
  expect(await listedPayouts()).toEqual([])
  expect(await balance()).toBe(8_000)
  expect(await processes()).toMatchObject({
    paidCount: 0,
    skipped: [{ reason: 'suspended', amount: '80.00' }],
  })
})

test('a sale is on hold until the exact end of its hold', async () => {
  const { w, mara } = await setup({ env: { PAYOUT_HOLD_DAYS: '7' } })
  await mara.sells('100.00')
  const available = async () => (await mara.earnings()).availableBalance

  w.clock.advance(7 * dayMs - 1)
  const before = await available()
  w.clock.advance(1)

  expect([before, await available()]).toEqual([0, 80])
})

test.each([
  ['2026-12-31T23:59:59.999Z', { month: 12, year: 2026 }, { month: 1, year: 2027 }],
  ['2028-02-29T23:59:59.999Z', { month: 2, year: 2028 }, { month: 3, year: 2028 }],
])('a sale at %s belongs to that month, and a millisecond later to the next', async (moment, month, next) => {
  const { w, mara, admin, balance, ledgerHealth } = await setup()
  const viewer: Viewer = {
    id: admin.id,
    email: 'admin@example.com',
    isAdmin: true,
    sessionId: 's',
    signedInAt: w.clock.now(),
  }
  w.clock.advance(new Date(moment).getTime() - w.clock.now().getTime())
  await mara.sells('100.00')
  w.clock.advance(1)
  await mara.sells('40.00')
  const earningsIn = async (period: typeof month) =>
    (await listCreatorPayoutsPage(w.ports, { ...period, q: '', page: 1 })).creators.map(
      (row) => row.totalEarnings,
    )
  const payOut = async (period: typeof month) => {
    await startPayoutRun(w.ports, viewer, period)
    await w.runPayoutJobs()
    return balance()
  }

  expect([await earningsIn(month), await earningsIn(next)]).toEqual([['80.00'], ['32.00']])
  expect([await payOut(month), await payOut(next)]).toEqual([3_200, 0])
  w.clock.advance(3_600_000)
  const last = `${month.year}-${String(month.month).padStart(2, '0')}`
  expect((await closeMonthlyReports(w.ports)).at(-1)).toBe(last)
  expect(await ledgerHealth()).toEqual(balancedLedger)
})

test('a one-cent sale has no fee, fractions of a fee go to the creator, and partial refunds sum to the whole', async () => {
  const { w, admin, mara, balance, ledgerHealth } = await setup()
  await mara.sells('0.01')
  expect([await balance(), await w.probe.balance('platform_revenue')]).toEqual([1, 0])
  const { purchaseId: id } = await mara.sells('99999.99')
  expect([await balance(), await w.probe.balance('platform_revenue')]).toEqual([8_000_001, 1_999_999])

  for (const amount of ['1e2', '-1', '0', '0.001', '100000.00', '', ' ', '1,00'])
    expect((await admin.call(refundAsAdmin, { params: { id }, body: { amount, reason: 'x' } })).status).toBe(
      400,
    )
  for (const amount of ['0.01', '33333.33', '66666.65'])
    expect((await admin.call(refundAsAdmin, { params: { id }, body: { amount, reason: 'x' } })).status).toBe(
      200,
    )

  expect([await balance(), await w.probe.balance('platform_revenue')]).toEqual([1, 0])
  expect((await admin.call(refundAsAdmin, { params: { id }, body: { reason: 'x' } })).status).toBe(409)
  expect(await ledgerHealth()).toEqual(balancedLedger)
})

test('a plan change during a checkout changes neither its sale nor its refund', async () => {
  const { w, mara, balance } = await setup()
  const fan = w.visitor()
  const checkout = await fan.pays(mara.item.id, { customAmount: '100.00' })
  await w.probe.updateUser(mara.id, { plan: 'pro' })
  await fan.call(completePayment, { params: checkout })
  const { purchaseId: id } = await mara.sells('100.00')
  expect(await balance()).toBe(8_000 + 10_000)

  await w.probe.updateUser(mara.id, { plan: 'creator' })
  await mara.call(refundSale, { params: { id }, body: { refunded: '0.00' } })
  expect([await balance(), await w.probe.balance('platform_revenue')]).toEqual([8_000, 2_000])
})
