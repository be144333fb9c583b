import { expect, test } from 'vitest'
import { formatChartDate, lastNDays, parseDateRange } from './date-range.ts'

const now = new Date('2026-03-02T23:30:00.000Z')

test('lastNDays ends today in UTC', () => {
  expect(lastNDays(7, now)).toEqual({ from: '2026-02-24', to: '2026-03-02' })
})

test('parseDateRange reads the range from the URL and falls back to 30 days', () => {
  const query = new URLSearchParams('from=2026-01-01&to=2026-01-31')

  expect(parseDateRange(query, now)).toEqual({ from: '2026-01-01', to: '2026-01-31' })
  expect(parseDateRange(new URLSearchParams('from=today&to='), now)).toEqual({
    from: '2026-02-01',
    to: '2026-03-02',
  })
})

test('formatChartDate adds the year when it is not the current one', () => {
  expect([formatChartDate('2026-03-01', now), formatChartDate('2025-12-31', now)]).toEqual([
    'Mar 1',
    'Dec 31, 2025',
  ])
})
