import { decimalsOf, parseDecimal } from '../../contract/money.ts'
import { formatMoney } from './money-text.ts'

/** What is left of a payment, and can go back. */
export type Left = { refundable: string; currency: string }

/** The amount that is typed as cents, when that much can go back. */
export function partOf(typed: string, { refundable, currency }: Left): number | undefined {
  const [part, left] = [parseDecimal(typed, currency), parseDecimal(refundable, currency) ?? 0]
  return part !== undefined && part > 0 && part <= left ? part : undefined
}

/** What is wrong with the amount that is typed; undefined when it can go back. */
export function amountFault(typed: string, left: Left): string | undefined {
  if (partOf(typed, left) !== undefined) return undefined
  const most = formatMoney(left.refundable, left.currency)
  const places = decimalsOf(left.currency)
  const isPrecise = (typed.trim().split('.')[1] ?? '').length > places
  return isPrecise ? `Enter an amount with at most ${places} decimals` : `Enter an amount up to ${most}`
}
