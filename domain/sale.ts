import type { MinorUnits } from '../contract/money.ts'
import type { SaleState } from '../contract/sales.ts'

type SaleAmounts = {
  amount: MinorUnits
  platformFeeAmount: MinorUnits
  refundedAmount: MinorUnits
  disputedAmount: MinorUnits
  platformFeeRefundedAmount: MinorUnits
}

/** The state of a sale's money; a dispute takes precedence over a refund. */
export function saleState({ amount, refundedAmount, disputedAmount }: SaleAmounts): SaleState {
  if (disputedAmount > 0) return 'disputed'
  if (refundedAmount >= amount) return 'refunded'
  return refundedAmount > 0 ? 'partially_refunded' : 'paid'
}

/** The creator's share of a sale in minor units, less reversals. */
export function netAmountOf({
  amount,
  platformFeeAmount,
  refundedAmount,
  disputedAmount,
  platformFeeRefundedAmount,
}: SaleAmounts): MinorUnits {
  return amount - refundedAmount - disputedAmount - (platformFeeAmount - platformFeeRefundedAmount)
}

type Revocation = {
  revokedAt: Date | null
  revocationReason: 'refund' | 'dispute' | 'creator' | 'admin' | null
}

/**
 * Whether a person may restore access: after a revocation by a person, or by a refund that was returned. False
 * while the sale is fully refunded or disputed. Only the admin can undo the admin's revocation.
 */
export function canRestoreAccess(
  { revokedAt, revocationReason }: Revocation,
  {
    amount,
    refundedAmount,
    disputedAmount,
  }: Pick<SaleAmounts, 'amount' | 'refundedAmount' | 'disputedAmount'>,
  by: 'creator' | 'admin',
): boolean {
  if (revokedAt === null || refundedAmount >= amount || disputedAmount > 0) return false
  return revocationReason !== 'admin' || by === 'admin'
}
