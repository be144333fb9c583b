import { limits } from '../contract/limits.ts'
import { type Currency, type MinorUnits, parseDecimal } from '../contract/money.ts'
import { AppError } from './errors.ts'
import { type Reversed, reverseSale } from './ledger.ts'
import { formatMoney } from './price.ts'
import type { SaleAmounts } from './sale.ts'

type RefundablePurchase = SaleAmounts & { creatorId: string }

/** The refundable minor units of a purchase: neither refunded nor disputed yet. */
export function refundableAmount({
  amount,
  refundedAmount,
  disputedAmount,
}: Pick<RefundablePurchase, 'amount' | 'refundedAmount' | 'disputedAmount'>): MinorUnits {
  return Math.max(0, amount - refundedAmount - disputedAmount)
}

/**
 * The minor units to refund: all that is refundable, or the requested part as a decimal string. Throws AppError for
 * the field `amount` when it exceeds that, and `conflict` when nothing is refundable.
 */
export function resolveRefundAmount(
  purchase: RefundablePurchase & { currency: Currency },
  requestedAmount: string | undefined,
): MinorUnits {
  const refundable = refundableAmount(purchase)
  if (refundable === 0) throw new AppError('conflict', 'There’s nothing left to refund.')
  if (requestedAmount === undefined) return refundable
  const amount = parseDecimal(requestedAmount, purchase.currency)
  if (amount !== undefined && amount > 0 && amount <= refundable) return amount
  const message = `Enter an amount up to ${formatMoney(refundable, purchase.currency)}`
  throw new AppError('invalid_input', message, { amount: message })
}

/** What is already reversed of a purchase, as `reverseSale` needs it. */
export function reversedAmounts({
  refundedAmount,
  disputedAmount,
  platformFeeRefundedAmount,
  taxRefundedAmount,
}: Pick<
  RefundablePurchase,
  'refundedAmount' | 'disputedAmount' | 'platformFeeRefundedAmount' | 'taxRefundedAmount'
>): Reversed {
  return {
    amount: refundedAmount + disputedAmount,
    fee: platformFeeRefundedAmount,
    tax: taxRefundedAmount,
  }
}

/** What a refund of `amount` costs the creator: the amount less the returned fee and tax. 0 for none. */
export function creatorRefundShare(purchase: RefundablePurchase, amount: MinorUnits): MinorUnits {
  const { feePart, taxPart } = returnedParts(purchase, amount)
  return amount - feePart - taxPart
}

/** The platform fee that a refund of `amount` returns. 0 for none. */
export function returnedFee(purchase: RefundablePurchase, amount: MinorUnits): MinorUnits {
  return returnedParts(purchase, amount).feePart
}

function returnedParts(purchase: RefundablePurchase, amount: MinorUnits) {
  if (amount === 0) return { feePart: 0, taxPart: 0 }
  const returned = reversedAmounts(purchase)
  return reverseSale(purchase, { kind: 'refund', reference: 'preview', part: amount, returned })
}

/** Refund requests that may still be paid. Payouts leave them their money. */
export const openRefundStates = ['requested', 'in_review', 'processing'] as const

/**
 * What each open request of a purchase reserves, in minor units: what its refund would cost the creator after those
 * before it. Together they reserve no more than a refund of all that is refundable would cost.
 */
export function reservedNetAmounts(
  purchase: RefundablePurchase,
  requestedAmounts: ReadonlyArray<MinorUnits>,
): Array<MinorUnits> {
  const refundable = refundableAmount(purchase)
  let requested = 0
  let reserved = 0
  return requestedAmounts.map((amount) => {
    const before = reserved
    requested = Math.min(requested + amount, refundable)
    reserved = creatorRefundShare(purchase, requested)
    return reserved - before
  })
}

/** True when nothing of the purchase remains paid after a refund of `refundAmount`; access is revoked then. */
export function isFullRefund(
  { amount, refundedAmount }: Pick<RefundablePurchase, 'amount' | 'refundedAmount'>,
  refundAmount: MinorUnits,
): boolean {
  return refundedAmount + refundAmount >= amount
}

export type RefundRequestState = 'requested' | 'in_review' | 'processing' | 'refunded' | 'rejected' | 'failed'
type Decider = 'creator' | 'admin'
type Decision = 'refund' | 'reject'

/**
 * Who may decide which request, and the state it then has. A creator's objection goes to the admin, whose decision is
 * final. A transition that is missing here is not allowed.
 */
const transitions: Record<
  Decider,
  Partial<Record<RefundRequestState, Partial<Record<Decision, RefundRequestState>>>>
> = {
  creator: {
    requested: { refund: 'processing', reject: 'in_review' },
    // A creator may change their mind while the admin reviews.
    in_review: { refund: 'processing' },
  },
  admin: {
    requested: { refund: 'processing', reject: 'rejected' },
    in_review: { refund: 'processing', reject: 'rejected' },
  },
}

/** The state of a request after a decision; undefined when this decision is not allowed any more. */
export function stateAfterDecision(
  state: RefundRequestState,
  { by, decision }: { by: Decider; decision: Decision },
): RefundRequestState | undefined {
  return transitions[by][state]?.[decision]
}

/** Until when a creator may answer a request made at `requestedAt`: 72 hours. After that it is refunded. */
export function creatorDeadline(requestedAt: Date): Date {
  return new Date(requestedAt.getTime() + limits.refundAnswerWindowMs)
}
