import { Field } from '../../ui/field.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { trimTrailingZeros } from './amount.ts'
import type { PayItem } from './pay-card.island.tsx'
import type { PayFormDefaults } from './pay-form-defaults.ts'
import type { TipAmountField } from './use-tip-amount.ts'

type AmountFieldProps = { item: PayItem; field: TipAmountField; defaults: PayFormDefaults }

/** The amount of a pay-what-you-want item, with suggested amounts below it. */
export function AmountField({
  item: { minimumChargeAmount, currency, suggestedAmounts, typicalAmount },
  field,
  defaults,
}: AmountFieldProps) {
  const options = suggestedAmounts.map((value) => ({
    value,
    label: trimTrailingZeros(formatMoney(value, currency)),
  }))
  return (
    <>
      <Field
        label="Pay what you want"
        name="amount"
        hint={
          typicalAmount
            ? `Minimum ${formatMoney(minimumChargeAmount, currency)} · Half of buyers pay ${formatMoney(typicalAmount, currency)} or more`
            : `Minimum ${formatMoney(minimumChargeAmount, currency)}`
        }
        error={field.error}
      >
        <MoneyInput
          size="lg"
          ref={field.input}
          currency={currency}
          min={minimumChargeAmount}
          placeholder={minimumChargeAmount}
          maxLength={20}
          defaultValue={defaults.amount}
          onInput={field.onInput}
        />
      </Field>
      {options.length > 0 && (
        <div className="grid noscript:hidden">
          <SegmentedControl
            label="Suggested amounts"
            name="suggestedAmount"
            options={options}
            value={field.selected}
            onChange={field.onSelect}
          />
        </div>
      )}
    </>
  )
}
