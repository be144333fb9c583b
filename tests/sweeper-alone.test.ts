import { expect, test } from 'vitest'
import { purchases } from '../server/db/schema/index.ts'
import { checkLedger } from './support/check-ledger.ts'
import { checkoutFixture } from './support/checkout-fixture.ts'

/** `npm run bench:faults -- sweeper 1000` runs it with more payments. */
const paymentCount = Number(process.env.SWEEPER_PAYMENTS ?? 50)
const timeoutMs = 30_000 + paymentCount * 200

test(
  `${paymentCount} payments without webhooks are settled by the sweep`,
  async () => {
    const { w, item } = await checkoutFixture({ faults: { dropRate: 1 } })
    for (let i = 0; i < paymentCount; i++) await w.visitor().pays(item.id)
    await w.deliverWebhooks()
    const before = await w.db.$count(purchases)

    w.clock.advance(120_000)
    await w.runPeriodicTasks()

    expect(before).toBe(0)
    expect(await w.db.$count(purchases)).toBe(paymentCount)
    expect(await checkLedger(w)).toEqual([])
  },
  timeoutMs,
)
