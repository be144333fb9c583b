import { expect, test } from 'vitest'
import {
  conversionLabel,
  defaultFilters,
  parseFilters,
  toApiQuery,
  toSearchString,
} from './content-filters.ts'

const query = (text: string) => new URLSearchParams(text)

test('filters are read from the URL, and unknown values become the default', () => {
  expect(parseFilters(query('q=loops&sort=tips&category=music'))).toEqual({
    search: 'loops',
    sort: 'tips',
    category: 'music',
  })
  expect(parseFilters(query('sort=cheapest&category=Hats%20%26%20caps'))).toEqual(defaultFilters)
  expect(parseFilters(query(`q=${'a'.repeat(300)}`)).search).toHaveLength(200)
})

test('default filters are omitted from the URL, and other parameters stay', () => {
  const currentQuery = query('subscription=success&sort=tips')

  expect(toSearchString(currentQuery, defaultFilters)).toBe('subscription=success')
  expect(toSearchString(currentQuery, { search: 'a b', sort: 'oldest', category: 'other' })).toBe(
    'subscription=success&sort=oldest&q=a+b&category=other',
  )
})

test('default filters are omitted from the API query', () => {
  expect(toApiQuery(defaultFilters)).toEqual({})
  expect(toApiQuery({ search: ' dusk ', sort: 'price-low', category: 'music' }, 'next')).toEqual({
    q: 'dusk',
    sort: 'price-low',
    category: 'music',
    cursor: 'next',
  })
})

test('conversion is the share of visitors who bought', () => {
  expect(conversionLabel({ views: 0, sales: 0 })).toBeUndefined()
  expect(conversionLabel({ views: 1204, sales: 312 })).toBe('26% conversion')
  expect(conversionLabel({ views: 1000, sales: 1 })).toBe('0.1% conversion')
  expect(conversionLabel({ views: 1124, sales: 19 })).toBe('1.7% conversion')
  expect(conversionLabel({ views: 5000, sales: 1 })).toBe('under 0.1% conversion')
  expect(conversionLabel({ views: 10, sales: 0 })).toBe('0% conversion')
  expect(conversionLabel({ views: 2, sales: 5 })).toBeUndefined()
})
