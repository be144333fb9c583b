import { expect, test } from 'vitest'
import { calendarFile } from './calendar.ts'

const event = {
  uid: 'release-7@example.com',
  sequence: 3,
  startsAt: new Date('2026-12-04T17:00:00Z'),
  minutes: 15,
  summary: 'First Frost comes out',
  description: 'We’ll email your link the minute it’s out.',
  url: 'https://example.com/p/7',
}
const made = { now: new Date('2026-11-26T12:00:00.123Z'), product: 'Tipdrop' }

test('a calendar file has its required properties, in UTC and with line ends of RFC 5545', () => {
  const file = calendarFile(event, made)

  expect(file.split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Tipdrop//Releases//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    'UID:release-7@example.com',
    'DTSTAMP:20261126T120000Z',
    'DTSTART:20261204T170000Z',
    'DURATION:PT15M',
    'SEQUENCE:3',
    'SUMMARY:First Frost comes out',
    'DESCRIPTION:We’ll email your link the minute it’s out.',
    'URL:https://example.com/p/7',
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test.each([
  ['commas, semicolons and backslashes', 'One, two; three\\four', 'SUMMARY:One\\, two\\; three\\\\four'],
  ['line ends, which would begin a property', 'One\r\nATTENDEE:x\nTwo', 'SUMMARY:One\\nATTENDEE:x\\nTwo'],
  ['control characters', 'One\u0000\u2028Two', 'SUMMARY:One  Two'],
])('%s are escaped', (_, summary, expected) => {
  expect(calendarFile({ ...event, summary }, made)).toContain(`\r\n${expected}\r\n`)
})

test.each(['a'.repeat(300), 'é'.repeat(200), '霜'.repeat(150), '❄️🎵'.repeat(60), `${'x'.repeat(66)}霜雪`])(
  'a long line is folded at 75 bytes without cutting a character: %s',
  (summary) => {
    const file = calendarFile({ ...event, summary }, made)

    const bytes = file.split('\r\n').map((line) => new TextEncoder().encode(line).length)
    expect(Math.max(...bytes)).toBeLessThanOrEqual(75)
    expect(file.replaceAll('\r\n ', '')).toContain(`SUMMARY:${summary}\r\n`)
    expect(file).not.toContain('\uFFFD')
  },
)
