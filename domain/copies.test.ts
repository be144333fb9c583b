import { expect, test } from 'vitest'
import {
  copiesOf,
  copiesSentence,
  heldTitle,
  keysOf,
  noCopyMessage,
  tighter,
  tooFewCopies,
} from './copies.ts'

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

test('of license keys no number is said, and a list without any is sold out', () => {
  expect(keysOf({ max: 500, used: 495, reserved: 0 })).toEqual({ state: 'available', max: null, left: null })
  expect(keysOf({ max: 5, used: 4, reserved: 1 }).state).toBe('held')
  expect(keysOf({ max: 0, used: 0, reserved: 0 }).state).toBe('sold_out')
  expect(noCopyMessage({ state: 'sold_out', max: null })).toBe('It is sold out. You weren’t charged.')
  expect(heldTitle(null)).toBe('The last license key is being paid for')
})

test('of copies and keys the page says what keeps a buyer from paying', () => {
  const copies = copiesOf({ max: 50, used: 45, reserved: 0 }, false)
  const keys = (used: number) => keysOf({ max: 5, used, reserved: 0 })

  expect(tighter(copies, null)).toBe(copies)
  expect(tighter(null, keys(1))?.state).toBe('available')
  expect(tighter(copies, keys(1))).toBe(copies)
  expect(tighter(copies, keys(5))?.state).toBe('sold_out')
  expect(tighter(null, null)).toBeNull()
})
