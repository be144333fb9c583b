import { expect } from 'vitest'
import { completePayment, downloadContent, verifyPurchase } from '../../contract/purchases.ts'
import type { FaultConfig } from '../../server/adapters/sandbox/faults.ts'
import { differences } from './check-ledger.ts'
import { createTestApp } from './test-app.ts'

/** A file for ten dollars, its creator, and a buyer. */
export async function checkoutFixture({ faults = {} }: { faults?: Partial<FaultConfig> } = {}) {
  const w = await createTestApp({ faults })
  const creator = await w.creator()
  const item = await creator.publishFile({ price: '10.00' })
  const fan = w.visitor()
  return {
    w,
    creator,
    item,
    fan,
    complete: (paymentIntentId: string, who = fan) =>
      who.call(completePayment, { params: { paymentIntentId } }),
    verify: (paymentIntentId: string, who = fan) =>
      who.call(verifyPurchase, { query: { payment_intent: paymentIntentId, content_id: item.id } }),
    download: (who = fan) => who.call(downloadContent, { params: { id: item.id } }),
    /** Balances of outside, creator and platform in minor units; also verifies the ledger. */
    async ledgerBalances() {
      expect(await w.probe.sum()).toBe(0)
      expect(await differences(w, 'Stored totals match the sum of their entries')).toEqual([])
      const accounts = ['cash_clearing', `creator_balance/${creator.id}`, 'platform_revenue'] as const
      return Promise.all(accounts.map((account) => w.probe.balance(account)))
    },
    async emailSubjects() {
      await w.runJobs()
      return (await w.mailbox.list()).map(({ subject }) => subject)
    },
    alerts: w.probe.openAlerts,
  }
}

export const saleAmounts = [-1000, 800, 200]
export const zeroAmounts = [0, 0, 0]
