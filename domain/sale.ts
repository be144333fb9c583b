import type { MinorUnits } from '../contract/money.ts'
import type { SaleState } from '../contract/sales.ts'

type SaleAmounts = {
  amount: MinorUnits
  fee: MinorUnits
  refunded: MinorUnits
  disputed: MinorUnits
  feeReturned: MinorUnits
}

/** What has become of a sale's money; a dispute says more than a refund beside it. */
export function saleState({ amount, refunded, disputed }: SaleAmounts): SaleState {
  if (disputed > 0) return 'disputed'
  if (refunded >= amount) return 'refunded'
  return refunded > 0 ? 'partly_refunded' : 'paid'
}

/** What is left of a sale for its creator, in cents: their share less all that went back. */
export function netAmountOf({ amount, fee, refunded, disputed, feeReturned }: SaleAmounts): MinorUnits {
  return amount - refunded - disputed - (fee - feeReturned)
}

type Revocation = { revokedAt: Date | null; revokedFor: 'refund' | 'dispute' | 'creator' | 'admin' | null }

/**
 * Whether a person may open access again: what they closed, or what a refund closed that came back from the bank. Not
 * while nothing of the sale stays paid or the bank holds it; and what the admin closed is the admin's to open.
 */
export function canRestoreAccess(
  { revokedAt, revokedFor }: Revocation,
  { amount, refunded, disputed }: Pick<SaleAmounts, 'amount' | 'refunded' | 'disputed'>,
  by: 'creator' | 'admin',
): boolean {
  if (revokedAt === null || refunded >= amount || disputed > 0) return false
  return revokedFor !== 'admin' || by === 'admin'
}
