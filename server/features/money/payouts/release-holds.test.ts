import { eq, gt } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { requestRefund } from '../../../../contract/access.ts'
import { listCreatorPayouts } from '../../../../contract/admin-payouts.ts'
import { getBalanceBreakdown, getEarningsStats } from '../../../../contract/earnings.ts'
import { toOrderNumber } from '../../../../contract/order-number.ts'
import { getStatement } from '../../../../contract/payouts.ts'
import { listSales } from '../../../../contract/sales.ts'
import { checkLedger } from '../../../../tests/support/check-ledger.ts'
import { balancedLedger, march, payoutFixture } from '../../../../tests/support/payout-fixture.ts'
import { released, releaseFixture } from '../../../../tests/support/release-fixture.ts'
import { purchases } from '../../../db/schema/index.ts'
import { retryPendingRefunds } from '../../buying/refunds/execute-refund.ts'
import { refundMissedReleases } from '../../buying/releases/refund-missed.ts'

test.each([
  ['USD', '10.00', '8.00', 'Mar 9'],
  ['EUR', '9.99', '8.00', 'Mar 9'],
  ['JPY', '1000', '800', 'Mar 9'],
  ['BHD', '4.500', '3.600', 'Mar 9'],
])(
  'in %s what was paid before the day is on hold until then, and what was refunded is not',
  async (currency, price, net, day) => {
    const { w, mara, buys, pass, moveTo } = await releaseFixture(
      { price },
      { env: { CURRENCY: currency, PAYOUT_HOLD_DAYS: '2' } },
    )
    await buys()
    const { fan, token } = await buys('lea@example.com')
    const late = await buys('kim@example.com')
    expect((await fan.call(requestRefund, { params: { token }, body: { reason: '' } })).body).toEqual({
      state: 'refunded',
    })
    await w.db
      .update(purchases)
      .set({ promisedReleaseAt: new Date(w.clock.now().getTime() - 14 * 24 * 3_600_000) })
      .where(eq(purchases.orderNumber, toOrderNumber(String(late.orderNumber))))
    await refundMissedReleases(w.ports)
    await retryPendingRefunds(w.ports)
    const refunded = await w.db
      .select({ of: purchases.amount, refunded: purchases.refundedAmount, net: purchases.netAmount })
      .from(purchases)
      .where(gt(purchases.refundedAmount, 0))
    expect(refunded.map(({ of, refunded, net }) => [of - refunded, net])).toEqual([
      [0, 0],
      [0, 0],
    ])
    const earned = async () => {
      const { availableBalance, pendingPayouts } = (await mara.call(getEarningsStats)).body
      const { onHold, available, nextRelease } = (await mara.call(getBalanceBreakdown)).body
      return { availableBalance, pendingPayouts, onHold, available, nextRelease }
    }
    const zero = net.replace(/\d/g, '0').replace(/^0+(?=0)/, '')

    pass(5)
    expect(await earned()).toEqual({
      availableBalance: 0,
      pendingPayouts: Number(net),
      onHold: net,
      available: zero,
      nextRelease: { amount: net, day },
    })
    moveTo(released)
    expect(await earned()).toEqual({
      availableBalance: Number(net),
      pendingPayouts: 0,
      onHold: zero,
      available: net,
      nextRelease: null,
    })
    expect(await checkLedger(w)).toEqual([])
  },
)

test('a payout leaves what is on hold, and the statement and the list of sales say until when', async () => {
  const { w, admin, seller, processes, ledgerHealth } = await payoutFixture({
    env: { PAYOUT_HOLD_DAYS: '0' },
  })
  const mara = await seller('mara@example.com')
  await mara.sells('50.00')
  const day = { releaseAt: '2026-03-20T18:00', releaseTimeZone: 'Europe/Rome' }
  const { id } = await mara.publishText({ title: 'First Frost', price: '100.00', ...day })
  await w.visitor().purchase(id)
  w.clock.advance(24 * 3_600_000)
  const listed = async () => {
    const { body } = await admin.call(listCreatorPayouts, { query: march })
    return body.creators.find(({ email }) => email === 'mara@example.com')?.availableBalance
  }
  const beforeRun = await listed()

  const early = await processes()
  const [payout] = await mara.history()
  const statement = await mara.call(getStatement, { params: { id: payout?.id ?? 0 } })
  const sales = await mara.call(listSales, { query: {} })
  w.clock.advance(30 * 24 * 3_600_000)
  const late = await processes()

  expect(beforeRun).toBe('40.00')
  expect(early).toMatchObject({ paidCount: 1, amount: '40.00' })
  expect(statement.body).toMatchObject({ retainedAmount: '80.00' })
  expect(statement.body.lines.map(({ title, heldUntil }) => [title, heldUntil])).toEqual([
    [expect.any(String), null],
    ['First Frost', 'Mar 20'],
  ])
  expect(sales.body.sales.map(({ heldUntil }) => heldUntil)).toEqual(['Mar 20', null])
  expect(late).toMatchObject({ paidCount: 1, amount: '80.00' })
  expect(await ledgerHealth()).toEqual(balancedLedger)
})

test('a refund that is on its way is not taken from the balance twice', async () => {
  const { w, mara, buys, item, pass } = await releaseFixture({}, { env: { PAYOUT_HOLD_DAYS: '0' } })
  const other = await mara.publishText({ price: '20.00' })
  await w.visitor().purchase(other.id)
  const { fan, token } = await buys()
  pass(1)
  w.sandbox.refund = async () => {
    throw new Error('The provider does not answer')
  }

  const { body } = await fan.call(requestRefund, { params: { token }, body: { reason: '' } })

  expect(body).toEqual({ state: 'processing' })
  const { availableBalance, pendingPayouts } = (await mara.call(getEarningsStats)).body
  expect({ availableBalance, pendingPayouts }).toEqual({ availableBalance: 16, pendingPayouts: 8 })
  expect(item.id).toBeGreaterThan(0)
})
