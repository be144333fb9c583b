import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { processPayouts } from '../contract/admin-payouts.ts'
import { completePayment } from '../contract/purchases.ts'
import { refundSale } from '../contract/sales.ts'
import { sandboxRefunds } from '../server/adapters/sandbox/schema.ts'
import { users } from '../server/db/schema/index.ts'
import { settlePurchase } from '../server/features/buying/settlement/settle-purchase.ts'
import { processRunBatch } from '../server/features/money/payouts/runs.ts'
import { checkLedger } from './support/check-ledger.ts'
import { march, payoutFixture } from './support/payout-fixture.ts'

/** Rounds in total, each of 64 concurrent calls; `npm run bench:faults -- races 2000` runs more. */
const rounds = Number(process.env.RACE_ROUNDS ?? 8)
const testCount = 4
const roundsPerTest = Math.ceil(rounds / testCount)
const concurrency = 64
/** A refund without a response is retried after a minute. */
const refundRetryMs = 61_000
const timeoutMs = 60_000 + roundsPerTest * 10_000

/** Runs 64 calls concurrently. */
function callConcurrently<T>(act: (index: number) => Promise<T>): Promise<Array<T>> {
  return Promise.all(Array.from({ length: concurrency }, (_, index) => act(index)))
}

const roundIndexes = Array.from({ length: roundsPerTest }, (_, round) => round)

test(`one payment completed by ${concurrency} concurrent calls is one purchase`, {
  tags: ['long'],
  timeout: timeoutMs,
}, async () => {
  const { w, seller } = await payoutFixture()
  const mara = await seller('mara@example.com')

  for (const round of roundIndexes) {
    const fan = w.visitor()
    const { paymentIntentId } = await fan.pays(mara.item.id, { customAmount: '10.00' })
    const params = { paymentIntentId }

    const answers = await callConcurrently((index) =>
      index % 2 === 0
        ? fan.call(completePayment, { params }).then(({ body }) => body)
        : settlePurchase(w.ports, paymentIntentId),
    )

    expect(new Set(answers.map(({ purchaseId }) => purchaseId)).size).toBe(1)
    expect(await w.probe.purchases()).toHaveLength(round + 1)
    expect(await w.probe.balance(`creator_balance/${mara.id}`)).toBe(800 * (round + 1))
  }
  expect(await checkLedger(w)).toEqual([])
})

test(
  `payouts processed by ${concurrency} concurrent calls pay a creator once`,
  async () => {
    const { w, admin, seller, payouts } = await payoutFixture()
    const mara = await seller('mara@example.com')

    for (const round of roundIndexes) {
      await mara.sells('50.00')
      await callConcurrently(async () => {
        const { body } = await admin.call(processPayouts, { body: march })
        if (body.id) await processRunBatch(w.ports, { runId: String(body.id) })
      })
      await w.runPayoutJobs()

      expect((await payouts()).map(({ amount }) => amount)).toEqual(Array(round + 1).fill(4_000))
      expect(await w.probe.balance(`creator_balance/${mara.id}`)).toBe(0)
    }
    expect(await checkLedger(w)).toEqual([])
  },
  timeoutMs,
)

test(
  `a sale refunded by ${concurrency} concurrent calls is refunded once`,
  async () => {
    const { w, seller } = await payoutFixture()
    const mara = await seller('mara@example.com')

    for (const round of roundIndexes) {
      const { purchaseId } = await mara.sells('10.00')
      const body = { refunded: '0.00', reason: 'Asked for it' }
      await callConcurrently(() => mara.call(refundSale, { params: { id: purchaseId }, body }))
      // On a busy machine the approved refund may wait too long for a connection. The sweep then issues it.
      w.clock.advance(refundRetryMs)
      await w.runPeriodicTasks()

      expect(await w.db.$count(sandboxRefunds)).toBe(round + 1)
      expect(await w.probe.balance(`creator_balance/${mara.id}`)).toBe(0)
      expect(await w.probe.balance('cash_clearing')).toBe(0)
    }
    expect(await checkLedger(w)).toEqual([])
  },
  timeoutMs,
)

test(`${concurrency} checkouts during a plan change each keep the fee rate they started with`, {
  tags: ['long'],
  timeout: timeoutMs,
}, async () => {
  const { w, seller } = await payoutFixture()
  const mara = await seller('mara@example.com')
  const setPlan = (name: 'pro' | 'creator') =>
    w.db.update(users).set({ plan: name }).where(eq(users.id, mara.id))

  for (const round of roundIndexes) {
    await callConcurrently(async (index) => {
      if (index % 8 === 0) await setPlan(index % 16 === 0 ? 'pro' : 'creator')
      else await w.visitor().purchase(mara.item.id, { customAmount: '10.00' })
    })

    const feeOf = new Map(
      (await w.probe.checkouts()).map(({ id, platformFeeBps }) => [id, platformFeeBps === 0 ? 0 : 200]),
    )
    const sales = await w.probe.purchases()
    expect(sales).toHaveLength((round + 1) * 56)
    expect(
      sales.filter(({ checkoutId, platformFeeAmount }) => platformFeeAmount !== feeOf.get(checkoutId)),
    ).toEqual([])
  }
  expect(await checkLedger(w)).toEqual([])
})
