import { dictionary } from '../../../contract/dictionary.ts'
import type { Currency } from '../../../contract/money.ts'

/** Countries of transfers whose banks are not paid in euros. */
const currencyByCountry: Record<string, Currency> = dictionary({
  CA: 'CAD',
  CH: 'CHF',
  CZ: 'CZK',
  DK: 'DKK',
  GB: 'GBP',
  HU: 'HUF',
  LI: 'CHF',
  NO: 'NOK',
  PL: 'PLN',
  RO: 'RON',
  SE: 'SEK',
  US: 'USD',
})

/** The currency in which a bank of this country is paid. */
export function bankCurrency(country: string): Currency {
  return currencyByCountry[country] ?? 'EUR'
}
