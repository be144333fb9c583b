import { expect, test } from 'vitest'
import { weekdayHourIn } from './weekday-hour.ts'

test('the same moment has another hour, and even another day, in another time zone', () => {
  // A Sunday.
  const moment = new Date('2026-03-01T22:50:00.000Z')

  expect(weekdayHourIn('UTC')(moment)).toEqual({ weekday: 6, hour: 22 })
  expect(weekdayHourIn('Europe/Rome')(moment)).toEqual({ weekday: 6, hour: 23 })
  expect(weekdayHourIn('Asia/Kathmandu')(moment)).toEqual({ weekday: 0, hour: 4 })
  expect(weekdayHourIn('America/New_York')(moment)).toEqual({ weekday: 6, hour: 17 })
})

test('midnight is hour 0', () => {
  expect(weekdayHourIn('UTC')(new Date('2026-03-02T00:10:00.000Z'))).toEqual({ weekday: 0, hour: 0 })
})

test('an unknown time zone is rejected', () => {
  expect(() => weekdayHourIn('Mars/Olympus')).toThrow(RangeError)
})
