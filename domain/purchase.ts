import { limits } from '../contract/limits.ts'
import type { Currency, MinorUnits } from '../contract/money.ts'
import type { PaymentState } from '../contract/purchases.ts'

/** Our own record of one try at paying. Money wins: a canceled one still settles when the provider says paid. */
export type CheckoutState = 'open' | 'processing' | 'paid' | 'canceled' | 'mismatch'

const transitions: Record<CheckoutState, ReadonlyArray<CheckoutState>> = {
  open: ['open', 'processing', 'paid', 'canceled', 'mismatch'],
  processing: ['open', 'processing', 'paid', 'canceled', 'mismatch'],
  canceled: ['canceled', 'paid', 'mismatch'],
  paid: ['paid'],
  mismatch: ['mismatch'],
}

/** True when an attempt may go from one state to the other: what is paid or quarantined stays so, and money wins over canceled. */
export function canTransition(from: CheckoutState, to: CheckoutState): boolean {
  return transitions[from].includes(to)
}

/** The state an attempt takes from what the provider says; undefined leaves it as it is (an unknown state changes nothing). */
export function checkoutStateFrom(state: PaymentState): CheckoutState | undefined {
  if (state === 'unknown') return undefined
  return state === 'action_required' ? 'open' : state
}

type ExpectedPayment = {
  attemptId: string
  contentId: number
  amount: MinorUnits
  currency: Currency
  mode: string
}
type ReportedPayment = {
  attemptId?: string
  contentId?: number
  amount: MinorUnits
  amountReceived: MinorUnits
  currency: Currency
  mode: string
}

/** Names what the provider reports otherwise than it was frozen on the attempt. Anything named means: no grant, an alert. */
export function findMismatches(frozen: ExpectedPayment, paid: ReportedPayment): Array<string> {
  const pairs: Array<[string, unknown, unknown]> = [
    ['attempt', frozen.attemptId, paid.attemptId],
    ['content', frozen.contentId, paid.contentId],
    ['amount', frozen.amount, paid.amount],
    ['amount received', frozen.amount, paid.amountReceived],
    ['currency', frozen.currency, paid.currency],
    ['mode', frozen.mode, paid.mode],
  ]
  return pairs.filter(([, expected, found]) => expected !== found).map(([name]) => name)
}

export function purchaseState(purchase: {
  amount: MinorUnits
  refunded: MinorUnits
}): 'paid' | 'refunded' | 'partially_refunded' {
  if (purchase.refunded === 0) return 'paid'
  return purchase.refunded >= purchase.amount ? 'refunded' : 'partially_refunded'
}

type RefundRequestState = 'asked' | 'refunding' | 'refunded' | 'refused' | 'failed'

/** Where a buyer stands with the 30-day money-back promise. `asked` is the state of what they asked for last. */
export function refundStatus(
  purchase: { amount: MinorUnits; refunded: MinorUnits; disputed: MinorUnits; paidAt: Date },
  lastRequestState: RefundRequestState | undefined,
  now: Date,
): 'possible' | 'asked' | 'refunding' | 'refused' | 'over' {
  // What the provider would not pay back waits for a person, as what was asked for does.
  if (lastRequestState === 'failed') return 'asked'
  if (lastRequestState === 'asked' || lastRequestState === 'refunding' || lastRequestState === 'refused')
    return lastRequestState
  const isPastRefundWindow = now.getTime() - purchase.paidAt.getTime() > limits.refundWindowMs
  return isPastRefundWindow || purchase.disputed > 0 || purchase.refunded >= purchase.amount
    ? 'over'
    : 'possible'
}
