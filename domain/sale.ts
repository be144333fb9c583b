import type { MinorUnits } from '../contract/money.ts'
import type { SaleState } from '../contract/sales.ts'

type SaleAmounts = {
  amount: MinorUnits
  fee: MinorUnits
  refunded: MinorUnits
  disputed: MinorUnits
  feeReturned: MinorUnits
}

/** The state of a sale's money; a dispute takes precedence over a refund. */
export function saleState({ amount, refunded, disputed }: SaleAmounts): SaleState {
  if (disputed > 0) return 'disputed'
  if (refunded >= amount) return 'refunded'
  return refunded > 0 ? 'partly_refunded' : 'paid'
}

/** The creator's share of a sale in minor units, less reversals. */
export function netAmountOf({ amount, fee, refunded, disputed, feeReturned }: SaleAmounts): MinorUnits {
  return amount - refunded - disputed - (fee - feeReturned)
}

type Revocation = { revokedAt: Date | null; revokedFor: 'refund' | 'dispute' | 'creator' | 'admin' | null }

/**
 * Whether a person may restore access: after a revocation by a person, or by a refund that was returned. Not while
 * the sale is fully refunded or disputed; and only the admin can undo the admin's revocation.
 */
export function canRestoreAccess(
  { revokedAt, revokedFor }: Revocation,
  { amount, refunded, disputed }: Pick<SaleAmounts, 'amount' | 'refunded' | 'disputed'>,
  by: 'creator' | 'admin',
): boolean {
  if (revokedAt === null || refunded >= amount || disputed > 0) return false
  return revokedFor !== 'admin' || by === 'admin'
}
