import { type Currency, type MinorUnits, minorUnitExponent, parseDecimal } from '../contract/money.ts'
import type { ConfirmReason } from '../contract/payout-method-state.ts'
import type { PayoutMethod, PayoutState, SkipReason } from '../contract/payouts.ts'
import type { Month } from './dates.ts'

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
  /** The creator, their bank or the payee is in a country that is not paid. */
  isCountryBlocked: boolean
  /** Payee details are required and missing. */
  lacksDetails: boolean
  /** New payout details wait, and there were none before. */
  isWaiting: boolean
  /** Why the creator has to confirm the payout details; null when they don’t. */
  confirmReason: ConfirmReason | null
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
  if (payee.isCountryBlocked) return { skipped: 'country_blocked' }
  if (amount < minimum) return { skipped: 'below_minimum' }
  const method = payee.transfersEnabled ? 'transfer' : payee.payoutEmail === null ? null : payee.payoutMethod
  if (method === null) return { skipped: payee.isWaiting ? 'details_waiting' : 'payout_method_missing' }
  if (payee.lacksDetails) return { skipped: 'payee_details_missing' }
  if (isConfirmationNeeded(payee.confirmReason, method)) return { skipped: 'confirmation_needed' }
  return { amount, method }
}

/** A payout that came back asks about what the creator typed; a change that wasn’t theirs about every method. */
function isConfirmationNeeded(reason: ConfirmReason | null, method: 'transfer' | PayoutMethod): boolean {
  return reason === 'not_me' || (reason === 'returned' && method !== 'transfer')
}

/** About 25 US dollars as a round amount, in major units, for the currencies that a provider charges. */
const roundAmounts: Record<Currency, number> = {
  AED: 100,
  AUD: 40,
  BRL: 150,
  CAD: 35,
  CHF: 25,
  CZK: 600,
  DKK: 175,
  EUR: 25,
  GBP: 20,
  HKD: 200,
  HUF: 10_000,
  INR: 2_000,
  JPY: 3_000,
  MXN: 500,
  MYR: 120,
  NOK: 250,
  NZD: 45,
  PLN: 100,
  RON: 120,
  SEK: 250,
  SGD: 35,
  THB: 1_000,
  USD: 25,
}
const otherRoundAmount = 25

/** What is about 25 US dollars in a currency, as a round amount in major units; undefined for one that is not listed. */
export function roundAmountOf(currency: Currency): number | undefined {
  return Object.hasOwn(roundAmounts, currency) ? roundAmounts[currency] : undefined
}

/** The minimum payout of a currency that an operator has not changed, in minor units: 25.00 for USD, ¥3,000 for JPY. */
export function defaultMinPayout(currency: Currency): MinorUnits {
  return (roundAmounts[currency] ?? otherRoundAmount) * 10 ** minorUnitExponent(currency)
}

/** The minimum payout in minor units: the setting, a decimal amount such as `25.00`, or the currency's default. */
export function minPayout(currency: Currency, setting: string | null): MinorUnits {
  return (setting === null ? undefined : parseDecimal(setting, currency)) ?? defaultMinPayout(currency)
}

/** What is wrong with a minimum payout for this currency; undefined when it can be used. */
export function minPayoutProblem(currency: Currency, setting: string | null): string | undefined {
  if (setting === null || parseDecimal(setting, currency) !== undefined) return undefined
  const decimals = minorUnitExponent(currency)
  return decimals === 0
    ? `must be a whole amount, because ${currency} has no decimals.`
    : `must have at most ${decimals} decimals in ${currency}.`
}

/** An amount in a sentence without its decimals if they are zeros: `$25.00` -> `$25`, `25,00 €` -> `25 €`. */
export function withoutZeroDecimals(formatted: string, currency: Currency): string {
  const decimals = minorUnitExponent(currency)
  return decimals === 0 ? formatted : formatted.replace(new RegExp(`[.,]0{${decimals}}(?!\\d)`), '')
}

/** The hour of the day, in UTC, at which the payout calendar starts a run. The month before is closed by then. */
const runHour = 6

/** The first run of a payout calendar after a moment: at 6:00 UTC on that day (1 to 28) of a month. */
export function nextCalendarRun(dayOfMonth: number, after: Date): Date {
  const [year, month] = [after.getUTCFullYear(), after.getUTCMonth()]
  const run = new Date(Date.UTC(year, month, dayOfMonth, runHour))
  return run > after ? run : new Date(Date.UTC(year, month + 1, dayOfMonth, runHour))
}

/** The newest run of a payout calendar up to a moment. */
export function latestCalendarRun(dayOfMonth: number, now: Date): Date {
  const next = nextCalendarRun(dayOfMonth, now)
  return new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() - 1, dayOfMonth, runHour))
}

/** The month that a run of the calendar pays: the UTC month before it. */
export function monthPaidBy(run: Date): Month {
  const last = new Date(Date.UTC(run.getUTCFullYear(), run.getUTCMonth(), 0))
  return { year: last.getUTCFullYear(), month: last.getUTCMonth() + 1 }
}

/** The days that sales are on hold before they can be paid out, after `effectiveAt` and until the next change. */
export type HoldChange = { effectiveAt: Date; holdDays: number }

const dayMs = 24 * 3_600_000

/**
 * Sales from this time on are on hold. A sale can be paid out after the fewest hold days that were in effect at any
 * time since it was made, so more days postpone no earlier sale (docs/decisions/120). Of two sales the earlier one
 * never becomes available later, so one cutoff separates them. `changes` are in the order of their time; the first
 * also applies to the sales before it. Throws Error without one.
 */
export function holdCutoff(changes: ReadonlyArray<HoldChange>, now: Date): Date {
  let endMs = Number.POSITIVE_INFINITY
  let fewestDays = Number.POSITIVE_INFINITY
  for (const { effectiveAt, holdDays } of changes.toReversed()) {
    fewestDays = Math.min(fewestDays, holdDays)
    const lastAvailableMs = Math.min(now.getTime() - fewestDays * dayMs, endMs)
    if (effectiveAt === changes[0]?.effectiveAt || lastAvailableMs > effectiveAt.getTime())
      return new Date(lastAvailableMs + 1)
    endMs = effectiveAt.getTime()
  }
  throw new Error('The hold days are unknown.')
}
