import { parseDecimal } from '../../contract/money.ts'
import { readTyped, typedAmountProblem } from '../../domain/price.ts'
import { formatMoney } from '../ui/money-text.ts'

/** What is left of a payment, and can go back: a decimal string. */
export type RefundableAmount = { refundable: string; currency: string }

/** The typed amount as a decimal string and in cents, or the sentence that says why it cannot go back. */
export type RefundAmount = { amount: string; cents: number } | { problem: string }

export function readRefundAmount(typed: string, { refundable, currency }: RefundableAmount): RefundAmount {
  const upTo = `Enter an amount up to ${formatMoney(refundable, currency)}`
  const read = readTyped(typed, currency)
  if (!('amount' in read))
    return { problem: read.problem === 'empty' ? upTo : (typedAmountProblem(typed, currency) ?? upTo) }
  const [cents, left] = [parseDecimal(read.amount, currency) ?? 0, parseDecimal(refundable, currency) ?? 0]
  return cents > 0 && cents <= left ? { amount: read.amount, cents } : { problem: upTo }
}
