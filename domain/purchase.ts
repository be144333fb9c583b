import { limits } from '../contract/limits.ts'
import type { Cents, Currency } from '../contract/money.ts'
import type { PaymentState } from '../contract/purchases.ts'

/** Our own record of one try at paying. Money wins: a canceled one still settles when the provider says paid. */
export type AttemptState = 'open' | 'processing' | 'paid' | 'canceled' | 'mismatch'

const moves: Record<AttemptState, ReadonlyArray<AttemptState>> = {
  open: ['open', 'processing', 'paid', 'canceled', 'mismatch'],
  processing: ['open', 'processing', 'paid', 'canceled', 'mismatch'],
  canceled: ['canceled', 'paid', 'mismatch'],
  paid: ['paid'],
  mismatch: ['mismatch'],
}

/** True when an attempt may go from one state to the other: what is paid or quarantined stays so, and money wins over canceled. */
export function mayBecome(from: AttemptState, to: AttemptState): boolean {
  return moves[from].includes(to)
}

/** The state an attempt takes from what the provider says; undefined leaves it as it is (an unknown state changes nothing). */
export function attemptStateFrom(state: PaymentState): AttemptState | undefined {
  if (state === 'unknown') return undefined
  return state === 'action_required' ? 'open' : state
}

type Frozen = { attemptId: string; contentId: number; amount: Cents; currency: Currency; mode: string }
type Reported = {
  attemptId?: string
  contentId?: number
  amount: Cents
  amountReceived: Cents
  currency: Currency
  mode: string
}

/** Names what the provider reports otherwise than it was frozen on the attempt. Anything named means: no grant, an alert. */
export function mismatches(frozen: Frozen, paid: Reported): Array<string> {
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

export function purchaseState(bought: {
  amount: Cents
  refunded: Cents
}): 'paid' | 'refunded' | 'partially_refunded' {
  if (bought.refunded === 0) return 'paid'
  return bought.refunded >= bought.amount ? 'refunded' : 'partially_refunded'
}

type Asked = 'asked' | 'refunding' | 'refunded' | 'refused' | 'failed'

/** Where a buyer stands with the 30-day money-back promise. `asked` is the state of what they asked for last. */
export function refundStanding(
  bought: { amount: Cents; refunded: Cents; disputed: Cents; paidAt: Date },
  asked: Asked | undefined,
  now: Date,
): 'possible' | 'asked' | 'refunding' | 'refused' | 'over' {
  // What the provider would not pay back waits for a person, as what was asked for does.
  if (asked === 'failed') return 'asked'
  if (asked === 'asked' || asked === 'refunding' || asked === 'refused') return asked
  const isLate = now.getTime() - bought.paidAt.getTime() > limits.moneyBack
  return isLate || bought.disputed > 0 || bought.refunded >= bought.amount ? 'over' : 'possible'
}
