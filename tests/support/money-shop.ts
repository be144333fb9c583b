import { expect } from 'vitest'
import { completePayment, downloadContent, verifyPurchase } from '../../contract/purchases.ts'
import type { Knobs } from '../../server/adapters/sandbox/mishaps.ts'
import { driftedTotals } from '../../server/features/ledger/repository.ts'
import { world } from '../world.ts'

/** A file for ten dollars, its creator, and somebody who wants it. */
export async function moneyShop({ knobs = {} }: { knobs?: Partial<Knobs> } = {}) {
  const w = await world({ knobs })
  const creator = await w.creator()
  const item = await creator.publishesFile({ price: '10.00' })
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
    /** Cents: the world outside, the creator, the platform; the books are sound. */
    async books() {
      expect(await w.books.sum()).toBe(0)
      expect(await driftedTotals(w.db)).toEqual([])
      const accounts = ['outside', `creator/${creator.id}`, 'platform'] as const
      return Promise.all(accounts.map((account) => w.books.balance(account)))
    },
    async subjects() {
      await w.runJobs()
      return (await w.mailbox.list()).map(({ subject }) => subject)
    },
    alerts: w.books.openAlerts,
  }
}

export const sold = [-1000, 800, 200]
export const nothing = [0, 0, 0]
