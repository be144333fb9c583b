import { type AmountFormat, type AmountProblem, amountSentence, readAmount } from '../../../domain/amount.ts'
import { formatMoney } from '../../ui/money-text.ts'

/** What a tip page asks for; `minimum` is a decimal string. */
export type Asking = { minimum: string; currency: string }

type Problem = Exclude<AmountProblem, 'empty'> | 'low'

/** The decimal string that a buyer would pay, or why the amount is refused. */
export type TipAmount = { amount: string } | { error: Problem }

/** Reads what a buyer typed. Nothing typed means the minimum. */
export function readTipAmount(typed: string, asking: Asking): TipAmount {
  const read = readAmount(typed, formatOf(asking))
  if ('problem' in read)
    return read.problem === 'empty' ? { amount: asking.minimum } : { error: read.problem }
  return toMinorUnits(read.amount) < toMinorUnits(asking.minimum) ? { error: 'low' } : read
}

/** The sentence for the field whose amount was refused. */
export function tipAmountSentence(problem: Problem, asking: Asking): string {
  if (problem === 'low') return `Minimum amount is ${formatMoney(asking.minimum, asking.currency)}`
  return amountSentence(problem, formatOf(asking), asking.minimum)
}

/** What a pay button says. It names no amount while there is none that can be paid. */
export function payLabel(amount: string | undefined, currency: string): string {
  return amount === undefined ? 'Pay to unlock' : `Pay ${formatMoney(amount, currency)} to unlock`
}

/** A round amount without its zeros, for a small button: `$5.00` -> `$5`. */
export function trimTrailingZeros(money: string): string {
  return money.replace(/\.0+$/, '')
}

/** The number of decimals comes from the minimum: the contract's table would bring its schemas to this small script. */
function formatOf({ minimum, currency }: Asking): AmountFormat {
  return { currency, decimals: minimum.split('.')[1]?.length ?? 0 }
}

/** The currency's smallest units: fifteen digits at most, so exact. Both sides have the same number of decimals. */
function toMinorUnits(amount: string): number {
  return Number(amount.replace('.', ''))
}
