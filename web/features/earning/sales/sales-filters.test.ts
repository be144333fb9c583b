import { expect, test } from 'vitest'
import { limits } from '../../../../contract/limits.ts'
import { SalesFilter } from '../../../../contract/sales.ts'
import { stateOptions } from './sales-filter-bar.tsx'
import {
  defaultFilters,
  hasActiveFilters,
  parseFilters,
  toApiQuery,
  toSearchString,
} from './sales-filters.ts'

test('filters written to the URL and read from it are unchanged', () => {
  const filters = {
    q: 'ada & bo',
    item: '123',
    discount: '456',
    state: 'refunded',
    from: '2026-01-01',
    to: '2026-02-01',
    timeZone: 'Asia/Tokyo',
  }

  expect(parseFilters(new URLSearchParams(toSearchString(filters)))).toEqual(filters)
})

test('empty filters leave the URL without a query', () => {
  expect(toSearchString(defaultFilters)).toBe('')
  expect(toApiQuery(defaultFilters)).toEqual({})
})

test('a time zone without days is left out', () => {
  expect(toSearchString({ ...defaultFilters, q: 'ada', timeZone: 'Asia/Tokyo' })).toBe('?q=ada')
})

test('invalid filters are ignored', () => {
  const query = new URLSearchParams(
    'q=ada&item=x&discount=0&state=stolen&from=2026-13-01&to=tomorrow&timeZone=Mars/Base&more=1',
  )

  expect(parseFilters(query)).toEqual({ ...defaultFilters, q: 'ada' })
})

test('a search alone does not open the filter panel', () => {
  expect(hasActiveFilters({ ...defaultFilters, q: 'ada' })).toBe(false)
  expect(hasActiveFilters({ ...defaultFilters, state: 'paid' })).toBe(true)
})

test('every option of the state filter is valid in the API', () => {
  for (const { value } of stateOptions.slice(1))
    expect([
      SalesFilter.safeParse({ state: value }).success,
      parseFilters(new URLSearchParams({ state: value })),
    ]).toEqual([true, { ...defaultFilters, state: value }])
})

test('every filter that is read from a URL is valid in the API', () => {
  const words = '0 1 -1 1e3 007 999999999999999 9999999999999999 paid Paid constructor'
  const days = '2026-02-28 2026-02-29 2024-02-29 2026-02-30 2026-13-01 2026-1-1 0000-01-01 2026-01-01T00:00'
  const long = 'x'.repeat(limits.maxSearchLength)
  const texts = ['', ' ', long, ` ${long} `, `${long}x`, ...`${words} ${days}`.split(' ')]

  for (const name of ['q', 'item', 'discount', 'state', 'from', 'to', 'timeZone'])
    for (const text of texts) {
      const apiQuery = toApiQuery(parseFilters(new URLSearchParams({ [name]: text })))
      expect(SalesFilter.safeParse(apiQuery).success, `${name}=${text}`).toBe(true)
    }
})
