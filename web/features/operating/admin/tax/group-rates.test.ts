import { expect, test } from 'vitest'
import type { TaxRateEntry } from '../../../../../contract/tax.ts'
import { groupByCountry, searchCountries } from './tax-rates.tsx'

const germany: TaxRateEntry = {
  id: 1,
  country: 'DE',
  region: '',
  kind: 'digital',
  rateMillionths: 190_000,
  validFrom: '2026-01-01',
  state: 'current',
}

test('a country with only the EU’s starting rate is no change, and any other rate is one', () => {
  const isStarting = (...rates: Array<TaxRateEntry>) => groupByCountry(rates)[0]?.isStartingRate

  expect(isStarting(germany)).toBe(true)
  expect(isStarting({ ...germany, rateMillionths: 200_000 })).toBe(false)
  expect(isStarting({ ...germany, validFrom: '2026-02-01' })).toBe(false)
  expect(isStarting({ ...germany, country: 'JP' })).toBe(false)
  expect(isStarting(germany, { ...germany, id: 2, kind: 'ebook', rateMillionths: 70_000 })).toBe(false)
})

test('countries are sorted and found by name or code', () => {
  const countries = groupByCountry([germany, { ...germany, id: 2, country: 'AT', rateMillionths: 200_000 }])

  expect(countries.map(({ name }) => name)).toEqual(['Austria', 'Germany'])
  expect(searchCountries(countries, ' germ ').map(({ country }) => country)).toEqual(['DE'])
  expect(searchCountries(countries, 'at').map(({ country }) => country)).toEqual(['AT'])
  expect(searchCountries(countries, 'x')).toEqual([])
})
