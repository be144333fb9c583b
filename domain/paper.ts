import type { Currency } from '../contract/money.ts'

/** The page of a document that is printed: A4, or Letter where offices use it. */
export type PaperSize = 'a4' | 'letter'

/** ISO 3166 codes of the countries whose offices print on Letter, by the Unicode CLDR. */
const letterCountries: ReadonlySet<string> = new Set([
  'BZ',
  'CA',
  'CL',
  'CO',
  'CR',
  'GT',
  'MX',
  'NI',
  'PA',
  'PH',
  'PR',
  'SV',
  'US',
  'VE',
])

/**
 * The paper of a site's documents: that of the seller's country, an ISO 3166 code. Without one the currency decides, because
 * a currency's code begins with the code of its country.
 */
export function paperSizeOf({ country, currency }: { country: string; currency: Currency }): PaperSize {
  return letterCountries.has(country || currency.slice(0, 2)) ? 'letter' : 'a4'
}
