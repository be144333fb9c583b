import { expect } from 'vitest'
import { completePayment, downloadContent, verifyPurchase } from '../../contract/purchases.ts'
import type { DisputeAction, TestCard } from '../../contract/sandbox.ts'
import { settlePurchase } from '../../server/features/buying/settlement/settle-purchase.ts'
import { differences } from './check-ledger.ts'
import { createTestApp } from './test-app.ts'

/** A sale of a file, with the buyer and the bank; `balances` also verifies the ledger. */
export async function disputedSaleFixture({ price = '10.00', card = 'paid' as TestCard, faults = {} } = {}) {
  const w = await createTestApp({ faults })
  const creator = await w.creator()
  const item = await creator.publishFile({ price })
  const fan = w.visitor()
  const { paymentIntentId } = await fan.pays(item.id, { card })
  await fan.call(completePayment, { params: { paymentIntentId } })
  // As a webhook and the sweep do. A buyer's own questions share reads of the payment.
  const complete = () => settlePurchase(w.ports, paymentIntentId)
  const verify = () =>
    fan.call(verifyPurchase, { query: { payment_intent: paymentIntentId, content_id: item.id } })
  return {
    w,
    creator,
    complete,
    verify,
    paymentIntentId,
    download: () => fan.call(downloadContent, { params: { id: item.id } }),
    applyDisputeAction: (action: DisputeAction) => w.sandbox.simulate.dispute(paymentIntentId, action),
    refund: (amount: string) => w.sandbox.simulate.refund(paymentIntentId, amount),
    async failRefund(index = 0) {
      const { refunds } = await w.sandbox.getPayment(paymentIntentId)
      await w.sandbox.simulate.failRefund(refunds[index]?.refundId ?? '')
    },
    /** Balances of outside, creator and platform in minor units. */
    async balances() {
      expect(await w.probe.sum()).toBe(0)
      expect(await differences(w, 'Stored totals match the sum of their entries')).toEqual([])
      const [outside, creators, platform] = await Promise.all([
        w.probe.balance('cash_clearing'),
        w.probe.balance(`creator_balance/${creator.id}`),
        w.probe.balance('platform_revenue'),
      ])
      return [outside, creators, platform]
    },
    alerts: async () => (await w.probe.alerts()).map(({ kind }) => kind).toSorted(),
  }
}
