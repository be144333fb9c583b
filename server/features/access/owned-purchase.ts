import { formatDecimal } from '../../../contract/money.ts'
import type { OwnedPurchase } from '../../../contract/ownership.ts'
import { isActive } from '../../../domain/access.ts'
import { coalesce } from '../../db/coalesce.ts'
import type { BuyerProof } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { type BuyerItem, selectItemsBought, selectPurchasesByBuyerCookie } from '../purchases/repository.ts'
import { accessUrl } from './verify-purchase.ts'

/** Whether a browser has ever bought an item. Concurrent calls share a query, because every view by a buyer asks. */
export function purchaseLookup({ db }: Pick<Ports, 'db'>): (item: BuyerItem) => Promise<boolean> {
  return coalesce((items: Array<BuyerItem>) => selectItemsBought(db, items))
}

/** What this browser owns of an item. Only the buyer cookie counts, so the response reveals nothing about other buyers. */
export async function getOwnedPurchase(
  ports: Ports,
  hasBought: ReturnType<typeof purchaseLookup>,
  contentId: number,
  { cookieHash: buyerCookieHash }: BuyerProof,
): Promise<{ purchase: OwnedPurchase | null }> {
  if (buyerCookieHash === undefined) return { purchase: null }
  if (!(await hasBought({ buyerCookieHash, contentId }))) return { purchase: null }
  const bought = await selectPurchasesByBuyerCookie(ports.db, { buyerCookieHash, contentId })
  const owned = bought.find(({ grant }) => isActive(grant))
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
