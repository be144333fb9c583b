import { formatMoney } from '../../../ui/format.ts'
import type { PayItem } from './pay-card.island.tsx'

/** In place of the price's button, while a part is missing. The creator and the operator were told. */
export function UnavailableCard({ item }: { item: PayItem }) {
  const { pricingModel, minimumChargeAmount, currency, creator } = item
  return (
    <div className="grid gap-4">
      <p className="grid">
        <span className="text-ink-soft">{pricingModel === 'pay_what_you_want' ? 'From' : 'Price'}</span>
        <span className="font-[650] font-display text-2xl tracking-[-0.02em]">
          {pricingModel === 'free' ? 'Free' : formatMoney(minimumChargeAmount, currency)}
        </span>
      </p>
      <p role="status" className="rounded-md bg-sunken px-4 py-3">
        Not available right now. We’ve told {creator || 'the creator'}.
      </p>
    </div>
  )
}
