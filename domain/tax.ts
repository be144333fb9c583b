import { dictionary } from '../contract/dictionary.ts'
import type { MinorUnits } from '../contract/money.ts'
import type { TaxKind, TaxTreatment, taxReturns } from '../contract/tax.ts'
import { taxNumberCountry } from './tax-number.ts'
import { hasEuVat } from './vat-id.ts'

/** The tax that a price of `amount` minor units includes at a rate in millionths (19% is 190,000), rounded to the nearest unit. */
export function includedTax(amount: MinorUnits, rateMillionths: number): MinorUnits {
  return divideRounded(BigInt(amount) * BigInt(rateMillionths), BigInt(1_000_000 + rateMillionths))
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

/** A rate in millionths as people write it: `19%`, `8.875%`. */
export function formatTaxRate(rateMillionths: number): string {
  return `${rateMillionths / 10_000}%`
}

export type TaxRate = {
  country: string
  /** Empty for the whole country. */
  region: string
  kind: TaxKind
  rateMillionths: number
  validFrom: string
}

/** Whether a rate is the one of today, an earlier or a later one. */
export function taxRateState(
  rates: ReadonlyArray<TaxRate>,
  { country, region, kind, validFrom }: TaxRate,
  today: string,
): 'past' | 'current' | 'future' {
  if (validFrom > today) return 'future'
  const isReplaced = rates.some(
    (other) =>
      other.country === country &&
      other.region === region &&
      other.kind === kind &&
      other.validFrom > validFrom &&
      other.validFrom <= today,
  )
  return isReplaced ? 'past' : 'current'
}

/** Where a buyer is for taxes, and whether it is a business. */
export type TaxPlace = { country: string | null; region: string; isBusiness: boolean }

type BuyerFacts = {
  /** The country of the card's bank. */
  cardCountry: string | null
  statedCountry: string | null
  statedRegion: string
  /** Of a business, in its country's form; empty for others. */
  vatId: string
  /** Whether the register confirmed it. Anybody can type a number. */
  isVatIdVerified: boolean
}

/**
 * Where a buyer is for taxes: a business with a confirmed number where that is from, others where their card is from, and else
 * where they say that they are. A region counts in the country that it was stated for.
 */
export function taxPlace({
  cardCountry,
  statedCountry,
  statedRegion,
  vatId,
  isVatIdVerified,
}: BuyerFacts): TaxPlace {
  const isBusiness = vatId !== ''
  const country = (isVatIdVerified ? taxNumberCountry(vatId) : undefined) ?? cardCountry ?? statedCountry
  return { country, region: country === statedCountry ? statedRegion : '', isBusiness }
}

/**
 * Whether a business owes the tax itself: it has an EU VAT ID that the register confirmed, of another country than the
 * seller's. Source: Directive 2006/112/EC, articles 44 and 196.
 */
export function isReverseCharged(
  { country, isBusiness }: TaxPlace,
  { sellerCountry, isVatIdVerified }: { sellerCountry: string; isVatIdVerified: boolean },
): boolean {
  if (!isBusiness || !isVatIdVerified || country === null || sellerCountry === '') return false
  return hasEuVat(country) && country !== sellerCountry
}

/** What a document says where a business owes the tax itself. Source: Directive 2006/112/EC, article 226(11a). */
export const reverseChargeText = 'Reverse charge: the recipient owes the VAT.'

/** What the tax in a seller's prices is called in their country. */
export function taxNameOf(sellerCountry: string): string {
  if (hasEuVat(sellerCountry) || ['CH', 'GB', 'IS', 'LI', 'NO'].includes(sellerCountry)) return 'VAT'
  return ['AU', 'IN', 'NZ', 'SG'].includes(sellerCountry) ? 'GST' : 'tax'
}

/** Which return a line of the tax report belongs to. */
export type TaxReturn = (typeof taxReturns)[number]

/**
 * The return of what was sold to a place: that of the place itself, that of the EU's one-stop shop for consumers of other
 * countries, none with tax where a business owes it, and `business` where one paid it because its VAT ID was not
 * confirmed: such a sale is not part of the one-stop shop, so a person has to look at it.
 */
export function taxReturn(
  { country, isBusiness }: Pick<TaxPlace, 'country' | 'isBusiness'>,
  { treatment, sellerCountry }: { treatment: TaxTreatment; sellerCountry: string },
): TaxReturn {
  if (treatment === 'reverse_charge') return 'reverse_charge'
  if (treatment === 'untaxed' || country === null) return 'none'
  if (country === sellerCountry) return 'local'
  if (isBusiness) return 'business'
  return hasEuVat(country) ? 'one_stop_shop' : 'local'
}

/**
 * The rate in millionths for a place, kind and day of the site's clock (`2026-03-01`). A region without a rate has that of its
 * country. A place without a rate for e-books taxes them like other digital content; one without any rate, or an unknown
 * country, has none: 0.
 */
export function taxRateOn(
  rates: ReadonlyArray<TaxRate>,
  { country, region, kind, day }: { country: string | null; region: string; kind: TaxKind; day: string },
): number {
  const valid = rates.filter((rate) => rate.country === country && rate.validFrom <= day)
  const newestOf = (wanted: TaxKind, place: string) =>
    valid
      .filter((rate) => rate.kind === wanted && rate.region === place)
      .toSorted((a, b) => (a.validFrom < b.validFrom ? 1 : -1))
      .at(0)
  const rateOf = (place: string) => newestOf(kind, place) ?? newestOf('digital', place)
  return (rateOf(region) ?? rateOf(''))?.rateMillionths ?? 0
}

/**
 * The standard VAT rates of the EU in millionths, as of January 2026. A start for an operator's table, who checks
 * them: rates change, and many countries have a lower one for e-books.
 */
export const euTaxRates: Readonly<Record<string, number>> = dictionary({
  AT: 200_000,
  BE: 210_000,
  BG: 200_000,
  CY: 190_000,
  CZ: 210_000,
  DE: 190_000,
  DK: 250_000,
  EE: 240_000,
  ES: 210_000,
  FI: 255_000,
  FR: 200_000,
  GR: 240_000,
  HR: 250_000,
  HU: 270_000,
  IE: 230_000,
  IT: 220_000,
  LT: 210_000,
  LU: 170_000,
  LV: 210_000,
  MT: 180_000,
  NL: 210_000,
  PL: 230_000,
  PT: 230_000,
  RO: 210_000,
  SE: 250_000,
  SI: 220_000,
  SK: 230_000,
})

/** The first day on which the rates above are entered as valid. */
export const euTaxRatesValidFrom = '2026-01-01'

/** Countries whose consumers may withdraw from a contract within 14 days: the EEA and the United Kingdom. */
export const withdrawalCountries: Array<string> = [...Object.keys(euTaxRates), 'GB', 'IS', 'LI', 'NO']
