import { formatMoney } from '../../../ui/format.ts'
import { trimTrailingZeros } from './amount.ts'
import type { PayItem } from './pay-card.island.tsx'

type Item = Pick<
  PayItem,
  'minimumChargeAmount' | 'currency' | 'typicalAmount' | 'isPaidByMost' | 'suggestedAmounts'
>

/** The least one can pay and what others pay, as far as no chip says it: `At least $5 · Most people pay $8`. */
export function amountHint(item: Item): string {
  const { minimumChargeAmount, currency, typicalAmount, isPaidByMost, suggestedAmounts } = item
  const money = (amount: string) => trimTrailingZeros(formatMoney(amount, currency))
  const least = suggestedAmounts.includes(minimumChargeAmount) ? '' : `At least ${money(minimumChargeAmount)}`
  if (!typicalAmount) return least
  if (isPaidByMost && suggestedAmounts.includes(typicalAmount)) return least
  const typical = isPaidByMost
    ? `Most people pay ${money(typicalAmount)}`
    : `Half of people pay ${money(typicalAmount)} or more`
  return [least, typical].filter(Boolean).join(' · ')
}
