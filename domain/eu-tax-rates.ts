import { dictionary } from '../contract/dictionary.ts'
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
