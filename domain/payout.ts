import type { Currency, MinorUnits } from '../contract/money.ts'
import type { PayoutMethod, PayoutState, SkipReason } from '../contract/payouts.ts'

const transitions: Record<PayoutState, ReadonlyArray<PayoutState>> = {
  processing: ['paid', 'returned', 'failed'],
  // A bank may return a payout that it had accepted.
  paid: ['returned'],
  returned: [],
  failed: [],
}

/**
 * Whether a payout may change from one state to the other. A returned payout is final; another attempt is a new
 * payout.
 */
export function canTransition(from: PayoutState, to: PayoutState): boolean {
  return transitions[from].includes(to)
}

/** The ledger account from which a payout in this state is returned. */
export function sourceAccountOf(state: PayoutState): 'payouts_payable' | 'cash_clearing' {
  return state === 'paid' ? 'cash_clearing' : 'payouts_payable'
}

/**
 * A creator's money in minor units: the account's balance, the part of it in sales too new to pay out, and the part
 * reserved for refund requests.
 */
export type Funds = { balance: MinorUnits; onHold: MinorUnits; reserved: MinorUnits }

/**
 * The amount that a payout could pay now, in minor units; negative after refunds of paid-out sales. On-hold sales may have been
 * paid out before (by a later month's run or with a shorter hold), so a negative result is never below the balance
 * itself.
 */
export function availableAmount({ balance, onHold, reserved }: Funds): MinorUnits {
  return Math.max(balance - onHold - reserved, Math.min(balance, 0))
}

/** Currencies with two decimals whose banks transfer whole units only. Source: docs.stripe.com/currencies. */
const wholeUnitCurrencies: ReadonlySet<Currency> = new Set(['HUF', 'TWD'])

/** The smallest amount of which payouts are a multiple, in minor units. */
export function payoutUnit(currency: Currency): MinorUnits {
  return wholeUnitCurrencies.has(currency) ? 100 : 1
}

/** The part of an amount that a payout in this currency can pay; the rest stays in the balance. */
export function toPayoutUnits(amount: MinorUnits, currency: Currency): MinorUnits {
  return amount > 0 ? amount - (amount % payoutUnit(currency)) : amount
}

export type Payee = {
  payoutMethod: PayoutMethod | null
  payoutEmail: string | null
  /** Whether the connected account accepts transfers. */
  transfersEnabled: boolean
  isSuspended: boolean
}

export type PayoutDecision =
  | { amount: MinorUnits; method: 'transfer' | PayoutMethod }
  | { skipped: SkipReason }

/**
 * Decides the amount and method of a creator's payout, or why it is skipped (product.md). A transfer takes precedence
 * over a manual payout.
 */
export function decidePayout(payee: Payee, amount: MinorUnits, minimum: MinorUnits): PayoutDecision {
  if (payee.isSuspended) return { skipped: 'suspended' }
  if (amount < minimum) return { skipped: 'below_minimum' }
  if (payee.transfersEnabled) return { amount, method: 'transfer' }
  if (payee.payoutMethod && payee.payoutEmail) return { amount, method: payee.payoutMethod }
  return { skipped: 'payout_method_missing' }
}
