import type { PurchaseSummary } from '../../../contract/admin-purchases.ts'
import { formatDecimal } from '../../../contract/money.ts'
import { saleState } from '../../../domain/sale.ts'
import type { PurchaseSearchRow } from './purchases-repository.ts'

export function presentPurchaseSummary({
  purchase,
  content,
  creator,
  doubleOf,
}: PurchaseSearchRow): PurchaseSummary {
  return {
    id: purchase.id,
    title: content.title,
    contentId: content.id,
    email: purchase.email,
    creatorEmail: creator.email,
    amount: formatDecimal(purchase.amount, purchase.currency),
    currency: purchase.currency,
    state: saleState(purchase),
    paidAt: purchase.paidAt.toISOString(),
    duplicateOf: doubleOf,
  }
}
