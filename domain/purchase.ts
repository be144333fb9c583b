import { limits } from '../contract/limits.ts'
import type { Currency, MinorUnits } from '../contract/money.ts'
import type { PaymentState } from '../contract/purchases.ts'
import type { RefundRequestState } from './refund.ts'

/** The state of a checkout. A canceled one is still settled when the provider reports a payment. */
export type CheckoutState = 'open' | 'processing' | 'paid' | 'canceled' | 'quarantined'

const transitions: Record<CheckoutState, ReadonlyArray<CheckoutState>> = {
  open: ['open', 'processing', 'paid', 'canceled', 'quarantined'],
  processing: ['open', 'processing', 'paid', 'canceled', 'quarantined'],
  canceled: ['canceled', 'paid', 'quarantined'],
  paid: ['paid'],
  quarantined: ['quarantined'],
}

/** Whether a checkout may change from one state to the other. `paid` and `quarantined` are final. */
export function canTransition(from: CheckoutState, to: CheckoutState): boolean {
  return transitions[from].includes(to)
}

/**
 * The checkout's state for a payment's state at the provider; undefined leaves it unchanged (also for unknown
 * states).
 */
export function checkoutStateFrom(state: PaymentState): CheckoutState | undefined {
  if (state === 'unknown') return undefined
  return state === 'action_required' ? 'open' : state
}

type ExpectedPayment = {
  checkoutId: string
  contentId: number
  amount: MinorUnits
  currency: Currency
  mode: string
}
type ReportedPayment = {
  checkoutId?: string
  contentId?: number
  amount: MinorUnits
  amountReceived: MinorUnits
  currency: Currency
  mode: string
}

/** The fields in which a paid payment differs from its checkout. Any mismatch means no access grant, and an alert. */
export function findMismatches(checkout: ExpectedPayment, payment: ReportedPayment): Array<string> {
  const pairs: Array<[string, unknown, unknown]> = [
    ['checkout', checkout.checkoutId, payment.checkoutId],
    ['content', checkout.contentId, payment.contentId],
    ['amount', checkout.amount, payment.amount],
    ['amount received', checkout.amount, payment.amountReceived],
    ['currency', checkout.currency, payment.currency],
    ['mode', checkout.mode, payment.mode],
  ]
  return pairs.filter(([, expected, actual]) => expected !== actual).map(([name]) => name)
}

/** The state of a purchase by its refunds; disputes do not count (see `saleState`). */
export function purchaseState(purchase: {
  amount: MinorUnits
  refundedAmount: MinorUnits
}): 'paid' | 'refunded' | 'partially_refunded' {
  if (purchase.refundedAmount === 0) return 'paid'
  return purchase.refundedAmount >= purchase.amount ? 'refunded' : 'partially_refunded'
}

/** The last moment at which a buyer may request a refund: 30 days after the payment. */
export function refundDeadline(paidAt: Date): Date {
  return new Date(paidAt.getTime() + limits.refundWindowMs)
}

/**
 * The last moment at which a buyer may have the part of an item back that was taken down from a bundle: 30 days after the payment
 * or the take-down, whichever is later.
 */
export function shareRefundDeadline(paidAt: Date, takenDownAt: Date | null): Date {
  return refundDeadline(takenDownAt && takenDownAt > paidAt ? takenDownAt : paidAt)
}

/** The purchase's state under the 30-day refund promise. `lastRequestState` is that of the buyer’s newest refund request. */
export function refundStatus(
  purchase: { amount: MinorUnits; refundedAmount: MinorUnits; disputedAmount: MinorUnits; paidAt: Date },
  lastRequestState: RefundRequestState | undefined,
  now: Date,
): 'available' | 'requested' | 'in_review' | 'processing' | 'rejected' | 'unavailable' {
  // A refund that the provider rejected needs a person, like an objection.
  if (lastRequestState === 'failed') return 'in_review'
  if (lastRequestState !== undefined && lastRequestState !== 'refunded') return lastRequestState
  const isPastRefundWindow = now > refundDeadline(purchase.paidAt)
  return isPastRefundWindow || purchase.disputedAmount > 0 || purchase.refundedAmount >= purchase.amount
    ? 'unavailable'
    : 'available'
}
