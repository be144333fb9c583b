import { expect, test } from 'vitest'
import { copiesOf, copiesSentence, noCopyMessage, tooFewCopies } from './copies.ts'

test.each([
  [50, 0, 0, false, 'available', null],
  [50, 44, 0, false, 'available', null],
  [50, 45, 0, false, 'available', 5],
  [50, 41, 2, false, 'available', null],
  [50, 43, 2, false, 'available', 5],
  [50, 41, 2, true, 'available', 7],
  [50, 49, 1, false, 'held', 0],
  [50, 48, 2, true, 'held', 0],
  [50, 50, 0, false, 'sold_out', 0],
  [1, 0, 0, false, 'available', null],
  [1, 0, 1, false, 'held', 0],
  [1, 1, 0, true, 'sold_out', 0],
  [9, 8, 0, false, 'available', null],
  [10, 9, 0, false, 'available', 1],
])(
  'of %i copies, %i sold and %i held, always shown %s: %s, %s left',
  (max, used, reserved, always, state, left) => {
    expect(copiesOf({ max, used, reserved }, always)).toEqual({ state, max, left })
  },
)

test.each([
  [{ max: 50, used: 41, reserved: 2 }, '41 sold, 2 being paid for, 7 left.'],
  [{ max: 50, used: 41, reserved: 0 }, '41 sold, 9 left.'],
  [{ max: 2_000, used: 1_204, reserved: 0 }, '1,204 sold, 796 left.'],
])('the creator reads what holds now: %o', (counts, sentence) => {
  expect(copiesSentence(counts)).toBe(sentence)
})

test.each([
  [43, 41, 2, undefined],
  [42, 41, 2, '41 are sold and 2 are being paid for. The limit can’t go below 43.'],
  [1, 1, 1, '1 is sold and 1 is being paid for. The limit can’t go below 2.'],
  [1, 2, 0, '2 are sold. The limit can’t go below 2.'],
])('a limit of %i with %i sold and %i held', (max, used, reserved, problem) => {
  expect(tooFewCopies(max, { used, reserved })).toBe(problem)
})

test('a buyer who comes too late learns whether a copy may come back', () => {
  expect(noCopyMessage({ state: 'sold_out', max: 50 })).toBe('All 50 are sold. You weren’t charged.')
  expect(noCopyMessage({ state: 'held', max: 50 })).toBe(
    'The last one is being paid for. If they don’t finish, it’s back within 30 minutes. You weren’t charged.',
  )
})
