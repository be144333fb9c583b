import type { MinorUnits } from '../contract/money.ts'
import type { PayoutMethod, PayoutState, SkipReason } from '../contract/payouts.ts'

const transitions: Record<PayoutState, ReadonlyArray<PayoutState>> = {
  processing: ['paid', 'returned', 'failed'],
  // A bank may send back what it had taken.
  paid: ['returned'],
  returned: [],
  failed: [],
}

/** True when a payout may go from one state to the other. What came back stays back: another try is another payout. */
export function canTransition(from: PayoutState, to: PayoutState): boolean {
  return transitions[from].includes(to)
}

/** Where a payout's money was before it came back. */
export function sourceAccountOf(state: PayoutState): 'payable' | 'outside' {
  return state === 'paid' ? 'outside' : 'payable'
}

/**
 * A creator's money in cents: all that is in their account; of that what sales hold that are too new to be paid out, and
 * what buyers want back of the others.
 */
export type Funds = { balance: MinorUnits; held: MinorUnits; reserved: MinorUnits }

/**
 * What a payout could pay now, in cents; below zero after refunds of what was paid out already. Held sales may have been paid
 * out before (by a later month's run, or before the hold was longer): nobody owes more than their account does.
 */
export function availableAmount({ balance, held: onHold, reserved }: Funds): MinorUnits {
  return Math.max(balance - onHold - reserved, Math.min(balance, 0))
}

export type Payee = {
  payoutMethod: PayoutMethod | null
  payoutEmail: string | null
  /** Their account at the provider takes transfers. */
  transfersEnabled: boolean
  isSuspended: boolean
}

export type PayoutDecision =
  | { amount: MinorUnits; method: 'transfer' | PayoutMethod }
  | { skipped: SkipReason }

/** Whether a creator is paid, how much and by which way; else why not (product.md). A transfer comes before a payout by hand. */
export function decidePayout(payee: Payee, amount: MinorUnits, minimum: MinorUnits): PayoutDecision {
  if (payee.isSuspended) return { skipped: 'suspended' }
  if (amount < minimum) return { skipped: 'below_minimum' }
  if (payee.transfersEnabled) return { amount, method: 'transfer' }
  if (payee.payoutMethod && payee.payoutEmail) return { amount, method: payee.payoutMethod }
  return { skipped: 'no_method' }
}
