import { expect, test } from 'vitest'
import { emailedTodaySentence, nextEmailAt } from './item-updates.ts'

const at = (time: string) => new Date(`2026-11-${time}Z`)

test('buyers may be emailed again 24 hours after the last time', () => {
  const last = at('24T15:10:00')

  expect(nextEmailAt(null, last)).toBeUndefined()
  expect(nextEmailAt(last, at('24T15:10:00'))).toEqual(at('25T15:10:00'))
  expect(nextEmailAt(last, at('25T15:09:59'))).toEqual(at('25T15:10:00'))
  expect(nextEmailAt(last, at('25T15:10:00'))).toBeUndefined()
})

test.each([
  [
    '24T16:00:00',
    'America/New_York',
    'You emailed them today. The next update can go out tomorrow at 10:10 AM.',
  ],
  [
    '25T14:00:00',
    'America/New_York',
    'You emailed them yesterday. The next update can go out today at 10:10 AM.',
  ],
  ['24T16:00:00', 'UTC', 'You emailed them today. The next update can go out tomorrow at 3:10 PM UTC.'],
  // Where it is past midnight already.
  [
    '24T16:00:00',
    'Pacific/Auckland',
    'You emailed them today. The next update can go out tomorrow at 4:10 AM.',
  ],
])('at %s in %s: %s', (now, timeZone, sentence) => {
  const [lastEmailedAt, nextAt] = [at('24T15:10:00'), at('25T15:10:00')]
  const text = emailedTodaySentence({ lastEmailedAt, nextAt, now: at(now), timeZone })

  expect(text.replaceAll('\u202f', ' ')).toBe(sentence)
})
