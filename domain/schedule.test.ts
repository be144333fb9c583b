import { expect, test } from 'vitest'
import { latestScheduledTime, nextScheduledTime } from './dates.ts'

const latest = (times: Array<string>, now: string) =>
  latestScheduledTime(times, new Date(now))?.toISOString().slice(0, 16)

test('the latest time of a schedule is the last one of today that has come, or yesterday’s last', () => {
  expect(latest(['03:30'], '2026-03-01T03:30:00Z')).toBe('2026-03-01T03:30')
  expect(latest(['03:30'], '2026-03-01T03:29:59Z')).toBe('2026-02-28T03:30')
  expect(latest(['03:30', '15:30'], '2026-03-01T15:29:00Z')).toBe('2026-03-01T03:30')
  expect(latest(['15:30', '03:30'], '2026-03-01T02:00:00Z')).toBe('2026-02-28T15:30')
  expect(latest([], '2026-03-01T02:00:00Z')).toBeUndefined()
})

test('the next time of a schedule is the first one of today that is to come, or tomorrow’s first', () => {
  const next = (times: Array<string>, now: string) =>
    nextScheduledTime(times, new Date(now))?.toISOString().slice(0, 16)

  expect(next(['03:30'], '2026-02-28T03:29:59Z')).toBe('2026-02-28T03:30')
  expect(next(['03:30'], '2026-02-28T03:30:00Z')).toBe('2026-03-01T03:30')
  expect(next(['15:30', '03:30'], '2026-02-28T04:00:00Z')).toBe('2026-02-28T15:30')
  expect(next(['15:30', '03:30'], '2026-02-28T16:00:00Z')).toBe('2026-03-01T03:30')
  expect(next([], '2026-02-28T02:00:00Z')).toBeUndefined()
})
