import type { Cents } from '../contract/money.ts'
import type { SaleState } from '../contract/sales.ts'

type Sold = { amount: Cents; fee: Cents; refunded: Cents; disputed: Cents; feeReturned: Cents }

/** What has become of a sale's money; a dispute says more than a refund beside it. */
export function saleState({ amount, refunded, disputed }: Sold): SaleState {
  if (disputed > 0) return 'disputed'
  if (refunded >= amount) return 'refunded'
  return refunded > 0 ? 'partly_refunded' : 'paid'
}

/** What is left of a sale for its creator, in cents: their share less all that went back. */
export function keptOf({ amount, fee, refunded, disputed, feeReturned }: Sold): Cents {
  return amount - refunded - disputed - (fee - feeReturned)
}

type Closed = { revokedAt: Date | null; revokedFor: 'refund' | 'dispute' | 'creator' | 'admin' | null }

/**
 * Whether a person may open access again: what they closed, or what a refund closed that came back from the bank. Not
 * while nothing of the sale stays paid or the bank holds it; and what the admin closed is the admin's to open.
 */
export function mayReopen(
  { revokedAt, revokedFor }: Closed,
  { amount, refunded, disputed }: Pick<Sold, 'amount' | 'refunded' | 'disputed'>,
  by: 'creator' | 'admin',
): boolean {
  if (revokedAt === null || refunded >= amount || disputed > 0) return false
  return revokedFor !== 'admin' || by === 'admin'
}
