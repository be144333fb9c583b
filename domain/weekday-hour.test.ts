import { expect, test } from 'vitest'
import { weekdayHourIn } from './chart-buckets.ts'

test('weekdayHourIn returns the weekday and hour of its time zone', () => {
  // A Sunday.
  const moment = new Date('2026-03-01T22:50:00.000Z')

  expect(weekdayHourIn('UTC')(moment)).toEqual({ weekday: 6, hour: 22 })
  expect(weekdayHourIn('Europe/Rome')(moment)).toEqual({ weekday: 6, hour: 23 })
  expect(weekdayHourIn('Asia/Kathmandu')(moment)).toEqual({ weekday: 0, hour: 4 })
  expect(weekdayHourIn('America/New_York')(moment)).toEqual({ weekday: 6, hour: 17 })
})

test('weekdayHourIn returns hour 0 for midnight', () => {
  expect(weekdayHourIn('UTC')(new Date('2026-03-02T00:10:00.000Z'))).toEqual({ weekday: 0, hour: 0 })
})

test('weekdayHourIn rejects an unknown time zone', () => {
  expect(() => weekdayHourIn('Mars/Olympus')).toThrow(RangeError)
})
