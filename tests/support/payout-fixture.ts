import { eq } from 'drizzle-orm'
import { processPayouts } from '../../contract/admin-payouts.ts'
import { getEarningsStats } from '../../contract/earnings.ts'
import { downloadPayoutBatch, listPayoutBatches } from '../../contract/payout-batches.ts'
import { getPayoutRun } from '../../contract/payout-runs.ts'
import { getPayoutHistory, setPayoutMethod } from '../../contract/payouts.ts'
import { payouts, users } from '../../server/db/schema/index.ts'
import { differences } from './check-ledger.ts'
import { type CreatorClient, createTestApp } from './test-app.ts'

/** The month of the test clock. */
export const march = { month: 3, year: 2026 }

/** An instance with an admin, where creators sell and are paid. */
export async function payoutFixture(options: Parameters<typeof createTestApp>[0] = {}) {
  const w = await createTestApp(options)
  const admin = await w.creator('admin@example.com')

  async function seller(email: string, { method = true } = {}) {
    const creator = await w.creator(email)
    if (method) await creator.call(setPayoutMethod, { body: { payoutMethod: 'paypal', payoutEmail: email } })
    const item = await creator.publishText({ pricingModel: 'pay_what_you_want', minimumPrice: '0.01' })
    return {
      ...creator,
      item,
      /** Sells for a price in dollars and settles. */
      sells: (price: string) => w.visitor().purchase(item.id, { customAmount: price }),
      history: async () => (await creator.call(getPayoutHistory)).body,
      earnings: async () => (await creator.call(getEarningsStats)).body,
    }
  }

  /** Starts 'Process All Payouts' and runs its jobs to the end. */
  async function processes(period = march) {
    const pressed = await admin.call(processPayouts, { body: period })
    await w.runPayoutJobs()
    const { body } = await admin.call(getPayoutRun, { params: { id: pressed.body.id } })
    return { status: pressed.status, ...body }
  }

  /** The newest batch of a method among those of a month. */
  async function batchOf(method: string, period = march) {
    const { batches } = (await admin.call(listPayoutBatches, { query: period })).body
    return batches.findLast((batch) => batch.method === method)
  }

  return {
    w,
    admin,
    seller,
    batchOf,
    /** The file of that batch as a browser saves it. */
    async fileOf(method: string) {
      const id = (await batchOf(method))?.id ?? 0
      return String((await admin.call(downloadPayoutBatch, { params: { id } })).body)
    },
    processes,
    payouts: () => w.db.select().from(payouts),
    async suspendCreator(creator: CreatorClient, reason: string) {
      const suspended = { suspendedAt: w.clock.now(), suspendedReason: reason }
      await w.db.update(users).set(suspended).where(eq(users.id, creator.id))
    },
    /** The ledger's sum and the drifted rollups. */
    ledgerHealth: async () => ({
      sum: await w.probe.sum(),
      drifted: await differences(w, 'Stored totals match the sum of their entries'),
    }),
  }
}

export const balancedLedger = { sum: 0, drifted: [] }
