import { type Currency, type MinorUnits, parseDecimal } from '../contract/money.ts'
import { AppError } from './errors.ts'
import { reverseSale } from './ledger.ts'
import { formatMoney } from './price.ts'

type RefundablePurchase = {
  creatorId: string
  amount: MinorUnits
  fee: MinorUnits
  refunded: MinorUnits
  disputed: MinorUnits
  feeReturned: MinorUnits
}

/** Cents of a purchase that could still go back: not those that went, nor those the bank holds in a dispute. */
export function refundableAmount({
  amount,
  refunded,
  disputed,
}: Omit<RefundablePurchase, 'creatorId'>): MinorUnits {
  return Math.max(0, amount - refunded - disputed)
}

/**
 * The cents that are to go back: all that is left, or the part that was asked for as a decimal string. Throws AppError
 * with a sentence for the field `amount` when it is none of what is left, `conflict` when nothing is.
 */
export function resolveRefundAmount(
  bought: RefundablePurchase & { currency: Currency },
  requestedAmount: string | undefined,
): MinorUnits {
  const left = refundableAmount(bought)
  if (left === 0) throw new AppError('conflict', 'Nothing is left to pay back.')
  if (requestedAmount === undefined) return left
  const amount = parseDecimal(requestedAmount, bought.currency)
  if (amount !== undefined && amount > 0 && amount <= left) return amount
  const sentence = `Enter an amount up to ${formatMoney(left, bought.currency)}`
  throw new AppError('invalid_input', sentence, { amount: sentence })
}

/** How many cents of a purchase have gone back by now, and how many of its fee: where the next move of it starts. */
export function reversedAmounts({
  refunded,
  disputed,
  feeReturned,
}: Pick<RefundablePurchase, 'refunded' | 'disputed' | 'feeReturned'>): {
  amount: MinorUnits
  fee: MinorUnits
} {
  return { amount: refunded + disputed, fee: feeReturned }
}

/** What a refund of `amount` takes from the creator: the platform gives its share of it back. */
export function creatorRefundShare(bought: RefundablePurchase, amount: MinorUnits): MinorUnits {
  const returned = reversedAmounts(bought)
  return (
    amount - reverseSale(bought, { kind: 'refund', reference: 'outlook', part: amount, returned }).feePart
  )
}

/** True when nothing of the purchase stays paid after a refund of `refundAmount`: then access closes. */
export function isFullRefund(
  { amount, refunded }: Pick<RefundablePurchase, 'amount' | 'refunded'>,
  refundAmount: MinorUnits,
): boolean {
  return refunded + refundAmount >= amount
}
