import type { MinorUnits } from '../contract/money.ts'
import type { TaxKind } from '../contract/tax-kinds.ts'

/** The tax that a price of `amount` minor units includes at `rateBps` basis points, rounded to the nearest unit. */
export function includedTax(amount: MinorUnits, rateBps: number): MinorUnits {
  return divideRounded(BigInt(amount) * BigInt(rateBps), BigInt(10_000 + rateBps))
}

/**
 * The total tax, in minor units, that must be returned once `refunded` of `amount` is refunded: its share, rounded to
 * the nearest unit. It is cumulative, so that any parts sum to the whole tax.
 */
export function cumulativeTaxRefund(
  refunded: MinorUnits,
  { amount, taxAmount }: { amount: MinorUnits; taxAmount: MinorUnits },
): MinorUnits {
  if (refunded >= amount) return taxAmount
  return divideRounded(BigInt(taxAmount) * BigInt(refunded), BigInt(amount))
}

/** Rounds half up. */
function divideRounded(dividend: bigint, divisor: bigint): number {
  return Number((2n * dividend + divisor) / (2n * divisor))
}

/** The kind of an item for tax rates, by its category. */
export function taxKindOf(category: string): TaxKind {
  return category === 'ebook' ? 'ebook' : 'digital'
}

/** A rate as people write it: `19%`, `25.5%`. */
export function formatTaxRate(rateBps: number): string {
  return `${rateBps / 100}%`
}

export type TaxRate = { country: string; kind: TaxKind; rateBps: number; validFrom: string }

/** Whether a rate is the one of today, an earlier or a later one. */
export function taxRateState(
  rates: ReadonlyArray<TaxRate>,
  { country, kind, validFrom }: TaxRate,
  today: string,
): 'past' | 'current' | 'future' {
  if (validFrom > today) return 'future'
  const isReplaced = rates.some(
    (other) =>
      other.country === country &&
      other.kind === kind &&
      other.validFrom > validFrom &&
      other.validFrom <= today,
  )
  return isReplaced ? 'past' : 'current'
}

/**
 * The rate in basis points for a country, kind and UTC day (`2026-03-01`). A country without a rate for e-books taxes
 * them like other digital content; one without any rate, or an unknown country, has none: 0.
 */
export function taxRateOn(
  rates: ReadonlyArray<TaxRate>,
  { country, kind, day }: { country: string | null; kind: TaxKind; day: string },
): number {
  const valid = rates.filter((rate) => rate.country === country && rate.validFrom <= day)
  const newestOf = (wanted: TaxKind) =>
    valid
      .filter((rate) => rate.kind === wanted)
      .toSorted((a, b) => (a.validFrom < b.validFrom ? 1 : -1))
      .at(0)
  return (newestOf(kind) ?? newestOf('digital'))?.rateBps ?? 0
}
