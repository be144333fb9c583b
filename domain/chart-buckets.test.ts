import { expect, test } from 'vitest'
import { intervalFor, stepStart, stepsInRange } from './chart-buckets.ts'

test('a range is shown by day up to three months, by week up to a year, and by month beyond', () => {
  expect(intervalFor({ from: '2026-01-01', to: '2026-04-02' })).toBe('day')
  expect(intervalFor({ from: '2026-01-01', to: '2026-04-03' })).toBe('week')
  expect(intervalFor({ from: '2025-01-01', to: '2026-02-04' })).toBe('week')
  expect(intervalFor({ from: '2025-01-01', to: '2026-02-05' })).toBe('month')
})

test('a week begins on Monday, a month on its first day', () => {
  // 1 March 2026 is a Sunday.
  expect(stepStart('2026-03-01', 'week')).toBe('2026-02-23')
  expect(stepStart('2026-03-02', 'week')).toBe('2026-03-02')
  expect(stepStart('2026-03-31', 'month')).toBe('2026-03-01')
  expect(stepStart('2026-03-31', 'day')).toBe('2026-03-31')
})

test('stepsInRange has no gaps', () => {
  expect(stepsInRange({ from: '2026-02-28', to: '2026-03-10' }, 'week')).toEqual([
    '2026-02-23',
    '2026-03-02',
    '2026-03-09',
  ])
  expect(stepsInRange({ from: '2025-12-31', to: '2026-02-01' }, 'month')).toEqual([
    '2025-12-01',
    '2026-01-01',
    '2026-02-01',
  ])
})
