import { parseDecimal } from '../../contract/money.ts'
import type * as contract from '../../contract/sales.ts'
import { parseTypedAmount, typedAmountMessage } from '../../domain/price.ts'
import { Field } from '../ui/field.tsx'
import { formatMoney } from '../ui/format.ts'
import { MoneyInput } from '../ui/money-input.tsx'

type RefundPreviewProps = {
  /** The amount to preview; undefined while the input is invalid. */
  amount: string | undefined
  currency: string
  /** The server's preview: it knows the balance to the cent. */
  query: { data?: contract.RefundPreview | undefined; error: { userMessage: string } | null }
  /** Whose balance it is, from the reader's view. */
  balanceOwner: 'Your' | 'Their'
}

/** The effects of a refund, before it is submitted. */
export function RefundPreview({
  amount,
  currency,
  query: { data, error },
  balanceOwner,
}: RefundPreviewProps) {
  const money = (text: string) => formatMoney(text, currency)
  return (
    <p className="rounded-md bg-sunken px-4 py-3" aria-live="polite">
      {amount === undefined && 'Enter an amount to see what a refund would do.'}
      {amount !== undefined && !data && (error ? error.userMessage : 'Calculating…')}
      {amount !== undefined && data && (
        <>
          {balanceOwner === 'Your' ? 'Your' : 'The creator’s'} balance will go from {money(data.balance)} to{' '}
          <strong>{money(data.balanceAfter)}</strong>. {feeSentence(data)}
          {Number(data.balanceAfter) < 0 && `${balanceOwner} next sales will cover the difference. `}
          {data.revokesAccess
            ? 'This is a full refund, so the buyer loses access.'
            : 'This is a partial refund, so the buyer keeps access.'}
        </>
      )}
    </p>
  )
}

/** Nothing for a sale without a fee. It ends in a space. */
export function feeSentence({ feeReturned, currency }: { feeReturned: string; currency: string }): string {
  return Number(feeReturned) > 0 ? `We return our ${formatMoney(feeReturned, currency)} fee. ` : ''
}

type RefundAmountFieldProps = {
  payment: RefundableAmount
  value: string
  onChange: (typed: string) => void
  error: string | undefined
}

/** The amount to refund: everything refundable or a part of it. */
export function RefundAmountField({ payment, value, onChange, error }: RefundAmountFieldProps) {
  const { refundableAmount, currency } = payment
  return (
    <Field label="Amount to refund" hint={`Up to ${formatMoney(refundableAmount, currency)}`} error={error}>
      <MoneyInput
        name="amount"
        currency={currency}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  )
}

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
