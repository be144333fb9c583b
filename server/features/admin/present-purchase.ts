import type { FoundPurchase } from '../../../contract/admin-purchases.ts'
import { decimal } from '../../../contract/money.ts'
import { saleState } from '../../../domain/sale.ts'
import type { FoundRow } from './purchases-repository.ts'

export function presentFound({ purchase, content, creator, doubleOf }: FoundRow): FoundPurchase {
  return {
    id: purchase.id,
    title: content.title,
    contentId: content.id,
    email: purchase.email,
    creatorEmail: creator.email,
    amount: decimal(purchase.amount, purchase.currency),
    currency: purchase.currency,
    state: saleState(purchase),
    paidAt: purchase.paidAt.toISOString(),
    doubleOf,
  }
}
