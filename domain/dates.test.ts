import { expect, test } from 'vitest'
import { addDays, countUtcDays, formatLongDate, startOfDayIn, utcDay, utcDaysInRange } from './dates.ts'

test('utcDay returns the day in UTC', () => {
  expect(utcDay(new Date('2026-03-01T23:59:59.999Z'))).toBe('2026-03-01')
  expect(utcDay(new Date('2026-03-01T23:30:00-05:00'))).toBe('2026-03-02')
})

test('addDays crosses the ends of months and years', () => {
  expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
  expect(utcDaysInRange('2025-12-30', '2026-01-02')).toEqual([
    '2025-12-30',
    '2025-12-31',
    '2026-01-01',
    '2026-01-02',
  ])
})

test('utcDaysInRange includes both ends, and is empty for a reversed range', () => {
  expect(utcDaysInRange('2026-03-01', '2026-03-01')).toEqual(['2026-03-01'])
  expect(utcDaysInRange('2026-03-02', '2026-03-01')).toEqual([])
})

test('countUtcDays counts without a list, which is refused for more than a hundred years', () => {
  expect(countUtcDays('2026-03-01', '2026-03-01')).toBe(1)
  expect(countUtcDays('2024-02-01', '2025-02-01')).toBe(367)
  expect(countUtcDays('2026-03-02', '2026-03-01')).toBe(0)
  expect(countUtcDays('0001-01-01', '9999-12-31')).toBe(3_652_059)
  expect(() => utcDaysInRange('0001-01-01', '9999-12-31')).toThrow('3652059 days')
})

test('formatLongDate writes the month as a word, or as three letters', () => {
  expect(formatLongDate(new Date('2026-11-21T23:59:59.000Z'))).toBe('November 21, 2026')
  expect(formatLongDate(new Date('2026-11-21T23:59:59.000Z'), 'short')).toBe('Nov 21, 2026')
})

test.for([
  ['2026-03-01', 'UTC', '2026-03-01T00:00:00.000Z'],
  ['2026-11-27', 'Asia/Tokyo', '2026-11-26T15:00:00.000Z'],
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
  ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
  ['2026-11-02', 'America/New_York', '2026-11-02T05:00:00.000Z'],
  // The clock goes from 0:00 to 1:00.
  ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
  // Samoa had no December 30, 2011.
  ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
  ['2000-01-01', 'Pacific/Kiritimati', '1999-12-31T10:00:00.000Z'],
  ['2201-01-01', 'Pacific/Niue', '2201-01-01T11:00:00.000Z'],
] as const)('%s begins in %s at %s', ([day, timeZone, start]) => {
  expect(startOfDayIn(day, timeZone).toISOString()).toBe(start)
})
