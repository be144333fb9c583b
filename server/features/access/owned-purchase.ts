import { formatDecimal } from '../../../contract/money.ts'
import type { OwnedPurchase } from '../../../contract/ownership.ts'
import type { BuyerProof } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { findOwnedPurchase } from '../purchases/repository.ts'
import { accessUrl } from './verify-purchase.ts'

/** What this browser owns of an item. Only the buyer cookie counts, so the response reveals nothing about other buyers. */
export async function getOwnedPurchase(
  ports: Ports,
  contentId: number,
  { cookieHash: buyerCookieHash }: BuyerProof,
): Promise<{ purchase: OwnedPurchase | null }> {
  if (buyerCookieHash === undefined) return { purchase: null }
  const owned = await findOwnedPurchase(ports.db, { buyerCookieHash, contentId })
  if (!owned) return { purchase: null }
  const { amount, currency, paidAt } = owned.purchase
  return {
    purchase: {
      accessUrl: await accessUrl(ports, owned),
      amount: formatDecimal(amount, currency),
      currency,
      paidAt: paidAt.toISOString(),
    },
  }
}
