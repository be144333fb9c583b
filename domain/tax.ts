import { dictionary } from '../contract/dictionary.ts'
import type { MinorUnits } from '../contract/money.ts'
import type { TaxKind } from '../contract/tax.ts'

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

/**
 * The standard VAT rates of the EU in basis points, as of January 2026. A start for an operator's table, who checks
 * them: rates change, and many countries have a lower one for e-books.
 */
export const euTaxRates: Readonly<Record<string, number>> = dictionary({
  AT: 2000,
  BE: 2100,
  BG: 2000,
  CY: 1900,
  CZ: 2100,
  DE: 1900,
  DK: 2500,
  EE: 2400,
  ES: 2100,
  FI: 2550,
  FR: 2000,
  GR: 2400,
  HR: 2500,
  HU: 2700,
  IE: 2300,
  IT: 2200,
  LT: 2100,
  LU: 1700,
  LV: 2100,
  MT: 1800,
  NL: 2100,
  PL: 2300,
  PT: 2300,
  RO: 2100,
  SE: 2500,
  SI: 2200,
  SK: 2300,
})

/** The first day on which the rates above are entered as valid. */
export const euTaxRatesValidFrom = '2026-01-01'

/** Countries whose consumers may withdraw from a contract within 14 days: the EEA and the United Kingdom. */
export const withdrawalCountries: Array<string> = [...Object.keys(euTaxRates), 'GB', 'IS', 'LI', 'NO']
