import { expect, test } from 'vitest'
import { periodPattern } from '../contract/admin-documents.ts'
import { daysOfPeriod, formatPeriod, parsePeriod, periodIn } from './period.ts'

test.each(['2026', '2026-Q4', '2026-11'])('%s is a period and is written again as it was', (text) => {
  expect(formatPeriod(parsePeriod(text))).toBe(text)
})

test.each(['2026-Q5', '2026-13', '26', '2026-1', '2026-Q4 '])('“%s” is none', (text) => {
  expect(periodPattern.test(text)).toBe(false)
  expect(() => parsePeriod(text)).toThrow()
})

test('a period ends where the next one begins, also at the end of a year', () => {
  expect(daysOfPeriod({ year: 2026 })).toEqual({ first: '2026-01-01', end: '2027-01-01' })
  expect(daysOfPeriod({ year: 2026, quarter: 4 })).toEqual({ first: '2026-10-01', end: '2027-01-01' })
  expect(daysOfPeriod({ year: 2026, month: 2 })).toEqual({ first: '2026-02-01', end: '2026-03-01' })
})

test('a period begins and ends by the clock of the place', () => {
  expect(periodIn({ year: 2026, quarter: 1 }, 'Asia/Tokyo')).toEqual({
    from: new Date('2025-12-31T15:00:00.000Z'),
    to: new Date('2026-03-31T15:00:00.000Z'),
  })
})
