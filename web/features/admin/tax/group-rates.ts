import type { TaxRateEntry } from '../../../../contract/admin-tax.ts'
import { countryName } from '../../../../contract/countries.ts'
import { euTaxRates, euTaxRatesValidFrom } from '../../../../domain/eu-tax-rates.ts'

/** The rates of a country. `isStartingRate`: it only has the rate with which the EU's table begins. */
export type CountryRates = {
  country: string
  name: string
  rates: Array<TaxRateEntry>
  isStartingRate: boolean
}

/** The rates by country, sorted by the countries' names. */
export function groupByCountry(rates: ReadonlyArray<TaxRateEntry>): Array<CountryRates> {
  const byCountry = Map.groupBy(rates, ({ country }) => country)
  return [...byCountry]
    .map(([country, list]) => ({
      country,
      name: countryName(country),
      rates: list,
      isStartingRate: list.length === 1 && list.every(isStartingRate),
    }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
}

function isStartingRate({ country, kind, rateBps, validFrom }: TaxRateEntry): boolean {
  return kind === 'digital' && rateBps === euTaxRates[country] && validFrom === euTaxRatesValidFrom
}

/** The countries whose name contains the text, or whose code it is. */
export function searchCountries(countries: ReadonlyArray<CountryRates>, text: string): Array<CountryRates> {
  const typed = text.trim().toLowerCase()
  return countries.filter(
    ({ country, name }) => name.toLowerCase().includes(typed) || country.toLowerCase() === typed,
  )
}
