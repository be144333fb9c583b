import { Field } from '../ui/field.tsx'
import { MoneyInput } from '../ui/money-input.tsx'
import { formatMoney } from '../ui/money-text.ts'
import type { RefundableAmount } from './refund-amount.ts'

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
