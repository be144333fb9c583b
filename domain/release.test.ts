import { expect, test } from 'vitest'
import {
  countdown,
  guaranteeStart,
  isWithdrawn,
  lateRefundAt,
  localTimeIn,
  momentIn,
  parseRelease,
  placeOf,
  releaseFieldProblems,
  releaseProblem,
  releaseState,
  releaseWords,
} from './release.ts'

const at = (iso: string) => new Date(iso)

test.each([
  ['an evening in Rome', '2026-12-04T18:00', 'Europe/Rome', '2026-12-04T17:00:00.000Z'],
  ['a summer day in Rome', '2026-07-04T18:00', 'Europe/Rome', '2026-07-04T16:00:00.000Z'],
  ['a time that Rome skips is an hour later', '2027-03-28T02:30', 'Europe/Rome', '2027-03-28T01:30:00.000Z'],
  ['the first moment after that', '2027-03-28T03:00', 'Europe/Rome', '2027-03-28T01:00:00.000Z'],
  ['a time that Rome has twice is the first', '2026-10-25T02:30', 'Europe/Rome', '2026-10-25T00:30:00.000Z'],
  ['a time that New York skips', '2027-03-14T02:30', 'America/New_York', '2027-03-14T07:30:00.000Z'],
  ['a time that New York has twice', '2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
  ['the hour after it', '2026-11-01T02:00', 'America/New_York', '2026-11-01T07:00:00.000Z'],
  ['a time that Sydney skips', '2026-10-04T02:15', 'Australia/Sydney', '2026-10-03T16:15:00.000Z'],
  ['a time that Sydney has twice', '2027-04-04T02:15', 'Australia/Sydney', '2027-04-03T15:15:00.000Z'],
  ['a quarter of an hour in Kathmandu', '2026-12-04T18:00', 'Asia/Kathmandu', '2026-12-04T12:15:00.000Z'],
  ['a day that begins earlier', '2026-12-04T00:00', 'Pacific/Kiritimati', '2026-12-03T10:00:00.000Z'],
  ['UTC', '2026-12-04T18:00', 'UTC', '2026-12-04T18:00:00.000Z'],
])('%s', (_, localTime, timeZone, expected) => {
  expect(momentIn(localTime, timeZone)?.toISOString()).toBe(expected)
})

test.each(['', '2026-12-04', '2026-02-30T10:00', '2026-12-04T24:00', '2026-12-04T18:60', '04.12.2026 18:00'])(
  '%j is no day and time',
  (text) => {
    expect(momentIn(text, 'Europe/Rome')).toBeUndefined()
    expect(releaseFieldProblems({ releaseAt: text || 'x', releaseTimeZone: 'Europe/Rome' })).toEqual({
      releaseAt: 'Choose a day and time',
    })
  },
)

test.each(['Europe/Rome', 'America/New_York', 'Australia/Sydney', 'Asia/Kathmandu'])(
  'each hour of a year in %s is shown as it was typed, or as much later as its clock skips',
  (timeZone) => {
    const start = Date.UTC(2026, 0, 1)
    const shifted: Array<string> = []
    for (let hour = 0; hour < 365 * 24; hour++) {
      const typed = new Date(start + hour * 3_600_000).toISOString().slice(0, 16)
      const moment = momentIn(typed, timeZone)
      const shown = moment && localTimeIn(moment, timeZone)
      if (shown !== typed) shifted.push(`${typed} is ${shown?.slice(11)}`)
    }
    const expected = {
      'Europe/Rome': ['2026-03-29T02:00 is 03:00'],
      'America/New_York': ['2026-03-08T02:00 is 03:00'],
      'Australia/Sydney': ['2026-10-04T02:00 is 03:00'],
      'Asia/Kathmandu': [],
    }[timeZone]
    expect(shifted).toEqual(expected)
  },
)

const now = at('2026-11-26T12:00:00Z')

test.each([
  ['an hour ago', '2026-11-26T11:00:00Z', 'Choose a day and time that is still to come'],
  ['now', '2026-11-26T12:00:00Z', 'Choose a day and time that is still to come'],
  ['in a minute', '2026-11-26T12:01:00Z', undefined],
  ['in 180 days', '2027-05-25T12:00:00Z', undefined],
  ['a minute later than that', '2027-05-25T12:01:00Z', 'Choose a day within the next 180 days'],
])('a release %s', (_, releaseAt, problem) => {
  expect(releaseProblem(at(releaseAt), now)).toBe(problem)
})

test.each([
  ['2026-12-04T17:00:00Z', 'Europe/Rome', 'Friday, Dec 4, 6 PM in Rome', 'Friday, Dec 4', 'Dec 4'],
  ['2026-12-04T17:30:00Z', 'Europe/Rome', 'Friday, Dec 4, 6:30 PM in Rome', 'Friday, Dec 4', 'Dec 4'],
  ['2026-12-05T01:00:00Z', 'America/New_York', 'Friday, Dec 4, 8 PM in New York', 'Friday, Dec 4', 'Dec 4'],
  ['2026-12-04T17:00:00Z', 'Australia/Sydney', 'Saturday, Dec 5, 4 AM in Sydney', 'Saturday, Dec 5', 'Dec 5'],
  ['2026-12-04T12:15:00Z', 'Asia/Katmandu', 'Friday, Dec 4, 6 PM in Kathmandu', 'Friday, Dec 4', 'Dec 4'],
  ['2026-12-04T18:00:00Z', 'UTC', 'Friday, Dec 4, 6 PM UTC', 'Friday, Dec 4', 'Dec 4'],
])('%s in %s is %s', (releaseAt, timeZone, full, day, shortDay) => {
  expect(releaseWords(at(releaseAt), timeZone)).toEqual({ full, day, shortDay })
})

test('zones without a place have none', () => {
  expect(['UTC', 'Etc/GMT+5', 'America/Argentina/Buenos_Aires'].map(placeOf)).toEqual([
    undefined,
    undefined,
    'Buenos Aires',
  ])
})

test.each([
  ['8 days, 2 hours and 14 minutes before', '2026-12-04T14:14:00Z', { days: 8, hours: 2, minutes: 14 }],
  ['a second before', '2026-11-26T12:00:01Z', { days: 0, hours: 0, minutes: 1 }],
  ['30 days before', '2026-12-26T12:00:00Z', { days: 30, hours: 0, minutes: 0 }],
  ['earlier than that', '2026-12-26T12:00:01Z', null],
  ['at the moment', '2026-11-26T12:00:00Z', null],
  ['after it', '2026-11-26T11:59:00Z', null],
])('the countdown %s', (_, releaseAt, expected) => {
  expect(countdown(at(releaseAt), now)).toEqual(expected)
})

const promised = { promisedReleaseAt: at('2026-12-04T17:00:00Z'), releasedAt: null }
const item = { releaseAt: at('2026-12-04T17:00:00Z'), deletedAt: null, takenDownAt: null }
const before = at('2026-12-04T16:59:59.999Z')
const day = at('2026-12-04T17:00:00Z')

test.each([
  ['before the day', promised, item, before, 'waiting'],
  ['at the day', promised, item, day, 'out'],
  ['paid without a promise', { ...promised, promisedReleaseAt: null }, item, before, 'out'],
  [
    'that came out once',
    { ...promised, releasedAt: before },
    { ...item, releaseAt: at('2027-01-01T00:00:00Z') },
    day,
    'out',
  ],
  ['whose day was moved', promised, { ...item, releaseAt: at('2026-12-11T17:00:00Z') }, day, 'waiting'],
  ['whose day was removed', promised, { ...item, releaseAt: null }, before, 'out'],
  ['deleted before its day', promised, { ...item, deletedAt: before }, before, 'canceled'],
  ['deleted before its day, on the day', promised, { ...item, deletedAt: before }, day, 'canceled'],
  ['deleted on the day', promised, { ...item, deletedAt: day }, day, 'out'],
  ['taken down before its day', promised, { ...item, takenDownAt: before }, day, 'canceled'],
])('a purchase %s is %s', (_, purchase, ofItem, moment, expected) => {
  expect(releaseState(purchase, ofItem, moment)).toBe(expected)
})

test('an item without a day is never withdrawn before it', () => {
  expect(isWithdrawn({ releaseAt: null, deletedAt: now, takenDownAt: now })).toBe(false)
})

test('who waits is refunded 14 days after the first promised day', () => {
  expect(lateRefundAt(promised.promisedReleaseAt)).toEqual(at('2026-12-18T17:00:00Z'))
})

test.each([
  ['without a promise', { promisedReleaseAt: null, releasedAt: null }, item, day, '2026-11-01T00:00:00.000Z'],
  ['while it waits', promised, item, now, now.toISOString()],
  ['once it is out', promised, item, at('2027-01-01T00:00:00Z'), '2026-12-04T17:00:00.000Z'],
  [
    'with a later day',
    { ...promised, releasedAt: at('2026-12-11T17:00:00Z') },
    { releaseAt: null },
    at('2027-01-01T00:00:00Z'),
    '2026-12-11T17:00:00.000Z',
  ],
])('the days of the guarantee count %s', (_, promise, { releaseAt }, moment, expected) => {
  const purchase = { paidAt: at('2026-11-01T00:00:00Z'), ...promise }
  expect(guaranteeStart(purchase, { releaseAt }, moment).toISOString()).toBe(expected)
})

test('a form without a day has none, and without a zone it is in UTC', () => {
  expect(parseRelease({ releaseAt: '', releaseTimeZone: 'Europe/Rome' })).toEqual({
    releaseAt: null,
    releaseTimeZone: '',
  })
  expect(parseRelease({ releaseAt: '2026-12-04T18:00' })).toEqual({
    releaseAt: at('2026-12-04T18:00:00Z'),
    releaseTimeZone: 'UTC',
  })
})
