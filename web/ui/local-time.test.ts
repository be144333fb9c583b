import { afterEach, expect, test, vi } from 'vitest'
import { formatDeadline } from './deadline.tsx'
import { formatLocalTime } from './local-time-script.ts'

const evening = '2026-11-21T23:05:00.000Z'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

test('a time is in the reader’s zone, and its day may differ from UTC', () => {
  vi.stubEnv('TZ', 'Asia/Tokyo')
  vi.stubGlobal('navigator', { languages: ['en-US'] })

  expect(formatLocalTime(evening, 'date')).toBe('Nov 22, 2026')
  expect(formatLocalTime(evening, 'time').replace(/\s/g, ' ')).toBe('Nov 22, 2026, 8:05 AM')
})

test.each([
  [['en-GB', 'de'], '21 Nov 2026'],
  [['de-DE', 'en-GB'], '21 Nov 2026'],
  [['de-DE'], 'Nov 21, 2026'],
  [['en-US@posix'], 'Nov 21, 2026'],
  [['en-US@posix', 'en-GB'], '21 Nov 2026'],
  [['en-150'], '21 Nov 2026'],
  [[], 'Nov 21, 2026'],
])('for the languages %j a date is written as %s', (languages, text) => {
  vi.stubEnv('TZ', 'UTC')
  vi.stubGlobal('navigator', { languages })

  expect(formatLocalTime(evening, 'date')).toBe(text)
})

test.each([
  ['2026-11-26T12:00:00Z', 'in 3 days, Sun 12:19 PM'],
  ['2026-11-28T12:00:00Z', 'in 24 hours, Sun 12:19 PM'],
  ['2026-11-29T11:00:00Z', 'in 1 hour, Sun 12:19 PM'],
  ['2026-11-29T12:18:30Z', 'in 1 minute, Sun 12:19 PM'],
  ['2026-11-15T12:00:00Z', 'in 14 days, Nov 29, 12:19 PM'],
  ['2026-11-30T12:00:00Z', 'Nov 29, 2026, 12:19 PM'],
])('seen at %s a deadline is %s', (now, text) => {
  vi.stubEnv('TZ', 'UTC')
  vi.stubGlobal('navigator', { languages: ['en-US'] })

  expect(formatDeadline('2026-11-29T12:19:00Z', new Date(now)).replace(/\s/g, ' ')).toBe(text)
})
