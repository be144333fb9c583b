import {
  type AmountFormat,
  type AmountProblem,
  amountMessage,
  parseAmount,
} from '../../../../domain/amount.ts'
import { isNothing } from '../../../shared/price.ts'
import { formatMoney } from '../../../ui/format.ts'

/** The amount limits of a tip page; `minimum` is a decimal string. */
export type AmountLimits = { minimum: string; currency: string }

type Problem = Exclude<AmountProblem, 'empty'> | 'low'

export type TipAmount = { amount: string } | { error: Problem }

/** Parses the buyer's input. An empty field means the minimum. */
export function parseTipAmount(typed: string, limits: AmountLimits): TipAmount {
  const parsed = parseAmount(typed, formatOf(limits))
  if ('problem' in parsed)
    return parsed.problem === 'empty' ? { amount: limits.minimum } : { error: parsed.problem }
  return toMinorUnits(parsed.amount) < toMinorUnits(limits.minimum) ? { error: 'low' } : parsed
}

export function tipAmountMessage(problem: Problem, limits: AmountLimits): string {
  if (problem === 'low') return `Minimum amount is ${formatMoney(limits.minimum, limits.currency)}`
  return amountMessage(problem, formatOf(limits), limits.minimum)
}

/** A pay button's label, `what` is what the amount is for: the amount, the minimum for a lower amount, and no amount for invalid or unknown input. */
export function payLabel(
  parsed: TipAmount | undefined,
  { minimum, currency }: AmountLimits,
  what = ' to unlock',
): string {
  if (!parsed) return 'Pay to unlock'
  if ('amount' in parsed && isNothing(parsed.amount)) return 'Get it free'
  if ('amount' in parsed) return `Pay ${formatMoney(parsed.amount, currency)}${what}`
  return parsed.error === 'low' ? `Pay at least ${formatMoney(minimum, currency)}` : 'Pay to unlock'
}

/** The same in a few words, for a second button that has no place for more. */
export function shortPayLabel(parsed: TipAmount | undefined, { currency }: AmountLimits): string {
  if (!parsed || !('amount' in parsed)) return 'Pay'
  return isNothing(parsed.amount) ? 'Get it free' : `Pay ${formatMoney(parsed.amount, currency)}`
}

/** Drops the decimals of a whole amount, for small buttons: `$5.00` -> `$5`. */
export function trimTrailingZeros(money: string): string {
  return money.replace(/\.0+$/, '')
}

/** Decimals come from the minimum: the contract's currency table would add its schemas to this small script. */
function formatOf({ minimum, currency }: AmountLimits): AmountFormat {
  return { currency, decimals: minimum.split('.')[1]?.length ?? 0 }
}

/** The amount in minor units. It has at most fifteen digits, so the number is exact. */
function toMinorUnits(amount: string): number {
  return Number(amount.replace('.', ''))
}
