import { expect, test } from 'vitest'
import {
  formatChartDate,
  formatRange,
  lastNDays,
  parseReportFilters,
  presetOf,
  toSearchString,
} from './date-range.ts'

const now = new Date('2026-03-02T23:30:00.000Z')

test('lastNDays ends today in UTC', () => {
  expect(lastNDays(7, now)).toEqual({ from: '2026-02-24', to: '2026-03-02' })
})

test('filters are read from the URL, and fall back to 30 days of all items', () => {
  const query = new URLSearchParams('from=2026-01-01&to=2026-01-31&item=12')
  const filters = parseReportFilters(query, now)

  expect(filters).toEqual({ from: '2026-01-01', to: '2026-01-31', item: 12 })
  expect(toSearchString(filters)).toBe('?from=2026-01-01&to=2026-01-31&item=12')
  expect(parseReportFilters(new URLSearchParams('from=today&to=&item=-1'), now)).toEqual({
    from: '2026-02-01',
    to: '2026-03-02',
    item: undefined,
  })
})

test('a range is a preset only when it ends today', () => {
  expect(presetOf({ from: '2026-02-01', to: '2026-03-02' }, now)).toBe('30')
  expect(presetOf({ from: '2026-01-31', to: '2026-03-01' }, now)).toBeUndefined()
})

test('a range has its year once, or twice when the years differ', () => {
  expect(formatRange({ from: '2026-10-24', to: '2026-11-22' })).toBe('Oct 24 to Nov 22, 2026')
  expect(formatRange({ from: '2025-12-24', to: '2026-01-22' })).toBe('Dec 24, 2025 to Jan 22, 2026')
  expect(formatRange({ from: '2026-03-02', to: '2026-03-02' })).toBe('Mar 2, 2026')
})

test('formatChartDate adds the year when it is not the current one', () => {
  expect([formatChartDate('2026-03-01', now), formatChartDate('2025-12-31', now)]).toEqual([
    'Mar 1',
    'Dec 31, 2025',
  ])
})
