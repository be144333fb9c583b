import type { MinorUnits } from '../contract/money.ts'
import type { SaleState } from '../contract/sales.ts'

/** The amounts of a sale and what is reversed of each. */
export type SaleAmounts = {
  amount: MinorUnits
  taxAmount: MinorUnits
  platformFeeAmount: MinorUnits
  refundedAmount: MinorUnits
  disputedAmount: MinorUnits
  platformFeeRefundedAmount: MinorUnits
  taxRefundedAmount: MinorUnits
}

/** The state of a sale's money; a dispute takes precedence over a refund. */
export function saleState({
  amount,
  refundedAmount,
  disputedAmount,
}: Pick<SaleAmounts, 'amount' | 'refundedAmount' | 'disputedAmount'>): SaleState {
  if (disputedAmount > 0) return 'disputed'
  if (refundedAmount >= amount) return 'refunded'
  return refundedAmount > 0 ? 'partially_refunded' : 'paid'
}

/** The creator's share of a sale in minor units, before reversals: without the tax and the fee. */
export function creatorAmountOf({
  amount,
  taxAmount,
  platformFeeAmount,
}: Pick<SaleAmounts, 'amount' | 'taxAmount' | 'platformFeeAmount'>): MinorUnits {
  return amount - taxAmount - platformFeeAmount
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
