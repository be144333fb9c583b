import { expect, test } from 'vitest'
import { latestCalendarRun, monthPaidBy, nextCalendarRun } from './payout.ts'

test.each([
  ['2026-03-01T12:00:00Z', 5, '2026-03-05T06:00:00.000Z'],
  ['2026-03-05T05:59:59Z', 5, '2026-03-05T06:00:00.000Z'],
  ['2026-03-05T06:00:00Z', 5, '2026-04-05T06:00:00.000Z'],
  ['2026-12-31T23:00:00Z', 28, '2027-01-28T06:00:00.000Z'],
  ['2026-01-30T00:00:00Z', 28, '2026-02-28T06:00:00.000Z'],
])('after %s, the run on day %i is at %s', (after, day, run) => {
  expect(nextCalendarRun(day, new Date(after)).toISOString()).toBe(run)
})

test('the latest run is the one before the next', () => {
  expect(latestCalendarRun(5, new Date('2026-01-05T05:59:59Z')).toISOString()).toBe(
    '2025-12-05T06:00:00.000Z',
  )
  expect(latestCalendarRun(5, new Date('2026-01-05T06:00:00Z')).toISOString()).toBe(
    '2026-01-05T06:00:00.000Z',
  )
})

test('a run pays the month before it', () => {
  expect(monthPaidBy(new Date('2026-03-05T06:00:00Z'))).toEqual({ year: 2026, month: 2 })
  expect(monthPaidBy(new Date('2027-01-01T06:00:00Z'))).toEqual({ year: 2026, month: 12 })
})
