import type { PurchaseSummary } from '../../../contract/admin-purchases.ts'
import { formatDecimal } from '../../../contract/money.ts'
import { saleState } from '../../../domain/sale.ts'
import type { PurchaseSearchRow } from './purchases-repository.ts'

export function presentPurchaseSummary({
  purchase,
  content,
  creator,
  duplicateOf,
}: PurchaseSearchRow): PurchaseSummary {
  return {
    id: purchase.orderNumber,
    title: content.title,
    contentId: content.id,
    email: purchase.buyerEmail,
    creatorEmail: creator.email,
    amount: formatDecimal(purchase.amount, purchase.currency),
    currency: purchase.currency,
    state: saleState(purchase),
    paidAt: purchase.paidAt.toISOString(),
    duplicateOf,
  }
}
