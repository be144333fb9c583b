import { Input } from '../../ui/input.tsx'
import { cardBrandOf, cardBrands } from './card-brand.ts'
import { formatCardNumber } from './card-format.ts'

/** A card number with its brand beside it; all brands while it is empty. */
export function CardNumberInput({ value, onChange }: { value: string; onChange: (number: string) => void }) {
  const brand = cardBrandOf(value)
  const visibleBrands = value === '' ? cardBrands : brand ? [brand] : []
  return (
    <div className="relative">
      <Input
        inputMode="numeric"
        autoComplete="cc-number"
        placeholder="1234 1234 1234 1234"
        value={value}
        onChange={({ target }) => onChange(formatCardNumber(target.value))}
      />
      <span aria-hidden className="pointer-events-none absolute inset-y-0 right-3 flex items-center gap-1.5">
        {visibleBrands.map((name) => (
          <span
            key={name}
            className={`rounded-[6px] border border-line bg-surface px-1.5 py-0.5 font-semibold text-ink-soft text-[.72rem] ${brand ? '' : 'max-sm:hidden'}`}
          >
            {name}
          </span>
        ))}
      </span>
    </div>
  )
}
