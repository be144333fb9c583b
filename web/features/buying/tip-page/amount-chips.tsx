import { formatMoney } from '../../../ui/format.ts'
import { trimTrailingZeros } from './amount.ts'
import type { PayItem } from './pay-card.island.tsx'

type AmountChipsProps = {
  item: Pick<
    PayItem,
    'suggestedAmounts' | 'minimumChargeAmount' | 'typicalAmount' | 'isPaidByMost' | 'currency'
  >
  /** The amount that is chosen; empty for another one. */
  value: string
  onChange: (amount: string) => void
}

/** Amounts to choose from, over the full width. Radio buttons, so arrow keys work. */
export function AmountChips({ item, value, onChange }: AmountChipsProps) {
  return (
    <fieldset className="grid grid-cols-[repeat(auto-fit,minmax(3.3rem,1fr))] gap-2 noscript:hidden">
      <legend className="sr-only">Suggested amounts</legend>
      {item.suggestedAmounts.map((amount) => (
        <label
          key={amount}
          className="moves relative grid min-h-[46px] cursor-pointer place-items-center content-center rounded-[12px] border border-line-strong bg-surface px-1 py-1.5 text-center font-semibold leading-tight hover:border-ink-faint has-checked:border-brand has-checked:bg-brand-soft has-checked:text-brand-strong has-checked:[box-shadow:inset_0_0_0_1px_var(--brand)] has-focus-visible:outline-2 has-focus-visible:outline-brand has-focus-visible:outline-offset-2"
        >
          <input
            type="radio"
            name="suggestedAmount"
            value={amount}
            checked={amount === value}
            onChange={() => onChange(amount)}
            className="absolute inset-0 cursor-pointer appearance-none outline-none"
          />
          {trimTrailingZeros(formatMoney(amount, item.currency))}
          <ChipMark item={item} amount={amount} />
        </label>
      ))}
    </fieldset>
  )
}

function ChipMark({ item, amount }: Pick<AmountChipsProps, 'item'> & { amount: string }) {
  const className = 'text-[0.6875rem] font-medium'
  if (isMarkedAsMost(item, amount))
    return (
      <small className={className}>
        most pay<span className="max-sm:sr-only"> this</span>
      </small>
    )
  if (amount === item.minimumChargeAmount) return <small className={className}>minimum</small>
  return null
}

type Marked = Pick<PayItem, 'typicalAmount' | 'isPaidByMost'>

function isMarkedAsMost({ typicalAmount, isPaidByMost }: Marked, amount: string): boolean {
  return isPaidByMost && amount === typicalAmount
}
