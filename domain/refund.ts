import { type Currency, type MinorUnits, parseDecimal } from '../contract/money.ts'
import { AppError } from './errors.ts'
import { reverseSale } from './ledger.ts'
import { formatMoney } from './price.ts'

type RefundablePurchase = {
  creatorId: string
  amount: MinorUnits
  platformFeeAmount: MinorUnits
  refundedAmount: MinorUnits
  disputedAmount: MinorUnits
  platformFeeRefundedAmount: MinorUnits
}

/** The refundable minor units of a purchase: neither refunded nor disputed yet. */
export function refundableAmount({
  amount,
  refundedAmount,
  disputedAmount,
}: Omit<RefundablePurchase, 'creatorId'>): MinorUnits {
  return Math.max(0, amount - refundedAmount - disputedAmount)
}

/**
 * The minor units to refund: all that is refundable, or the requested part as a decimal string. Throws AppError for
 * the field `amount` when it exceeds that, and `conflict` when nothing is refundable.
 */
export function resolveRefundAmount(
  bought: RefundablePurchase & { currency: Currency },
  requestedAmount: string | undefined,
): MinorUnits {
  const refundable = refundableAmount(bought)
  if (refundable === 0) throw new AppError('conflict', 'There’s nothing left to refund.')
  if (requestedAmount === undefined) return refundable
  const amount = parseDecimal(requestedAmount, bought.currency)
  if (amount !== undefined && amount > 0 && amount <= refundable) return amount
  const sentence = `Enter an amount up to ${formatMoney(refundable, bought.currency)}`
  throw new AppError('invalid_input', sentence, { amount: sentence })
}

/** The amount and fee of a purchase that are reversed already; the next reversal starts there. */
export function reversedAmounts({
  refundedAmount,
  disputedAmount,
  platformFeeRefundedAmount,
}: Pick<RefundablePurchase, 'refundedAmount' | 'disputedAmount' | 'platformFeeRefundedAmount'>): {
  amount: MinorUnits
  fee: MinorUnits
} {
  return { amount: refundedAmount + disputedAmount, fee: platformFeeRefundedAmount }
}

/** What a refund of `amount` costs the creator: the amount less the returned fee. */
export function creatorRefundShare(bought: RefundablePurchase, amount: MinorUnits): MinorUnits {
  const returned = reversedAmounts(bought)
  return (
    amount - reverseSale(bought, { kind: 'refund', reference: 'outlook', part: amount, returned }).feePart
  )
}

/** True when nothing of the purchase remains paid after a refund of `refundAmount`; access is revoked then. */
export function isFullRefund(
  { amount, refundedAmount }: Pick<RefundablePurchase, 'amount' | 'refundedAmount'>,
  refundAmount: MinorUnits,
): boolean {
  return refundedAmount + refundAmount >= amount
}
