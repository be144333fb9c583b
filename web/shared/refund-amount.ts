import { parseDecimal } from '../../contract/money.ts'
import { parseTypedAmount, typedAmountMessage } from '../../domain/price.ts'
import { formatMoney } from '../ui/money-text.ts'

/** The amount of a payment that can still be refunded, as a decimal string. */
export type RefundableAmount = { refundableAmount: string; currency: string }

/** The entered amount as a decimal string and in minor units, or the reason why it cannot be refunded. */
export type RefundAmount = { amount: string; minorUnits: number } | { problem: string }

/** Parses a typed amount and checks that it can be refunded. */
export function parseRefundAmount(
  typed: string,
  { refundableAmount, currency }: RefundableAmount,
): RefundAmount {
  const maxAmountMessage = `Enter an amount up to ${formatMoney(refundableAmount, currency)}`
  const parsed = parseTypedAmount(typed, currency)
  if (!('amount' in parsed))
    return {
      problem:
        parsed.problem === 'empty'
          ? maxAmountMessage
          : (typedAmountMessage(typed, currency) ?? maxAmountMessage),
    }
  const [minorUnits, refundableMinorUnits] = [
    parseDecimal(parsed.amount, currency) ?? 0,
    parseDecimal(refundableAmount, currency) ?? 0,
  ]
  return minorUnits > 0 && minorUnits <= refundableMinorUnits
    ? { amount: parsed.amount, minorUnits }
    : { problem: maxAmountMessage }
}
