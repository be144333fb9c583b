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

/** Whether all that was paid is refunded. Never of what was free. */
function isRefundedInFull({
  amount,
  refundedAmount,
}: Pick<SaleAmounts, 'amount' | 'refundedAmount'>): boolean {
  return amount > 0 && refundedAmount >= amount
}

/** The state of a sale's money; a dispute takes precedence over a refund. */
export function saleState({
  amount,
  refundedAmount,
  disputedAmount,
}: Pick<SaleAmounts, 'amount' | 'refundedAmount' | 'disputedAmount'>): SaleState {
  if (disputedAmount > 0) return 'disputed'
  if (isRefundedInFull({ amount, refundedAmount })) return 'refunded'
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
  const isReversed = isRefundedInFull({ amount, refundedAmount }) || disputedAmount > 0
  if (revokedAt === null || isReversed) return false
  return revocationReason !== 'admin' || by === 'admin'
}
