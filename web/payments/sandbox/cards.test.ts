import { expect, test } from 'vitest'
import { sandboxCards } from '../../../contract/sandbox.ts'
import { formatCardNumber, formatExpiry, isExpiryValid, testCardByNumber, testCards } from './cards.ts'

test('a test card is recognized by its number in any grouping', () => {
  expect(testCardByNumber('4242 4242 4242 4242')).toBe('paid')
  expect(testCardByNumber('4000-0025-0000-3155')).toBe('authenticate')
  expect(testCardByNumber(' Slow ')).toBe('slow')
})

test.each(['4111 1111 1111 1111', '4242 4242 4242 424', '', 'paid', 'constructor', '__proto__'])(
  '%s is not a test card',
  (typed) => {
    expect(testCardByNumber(typed)).toBeUndefined()
  },
)

test('testCards lists every test card', () => {
  expect(testCards.map(({ number }) => number).sort()).toEqual(Object.keys(sandboxCards).sort())
})

test('card numbers are grouped by four when typed or pasted', () => {
  expect(formatCardNumber('42424')).toBe('4242 4')
  expect(formatCardNumber('4242424242424242')).toBe('4242 4242 4242 4242')
  expect(formatCardNumber('4242-4242-4242-4242')).toBe('4242 4242 4242 4242')
  expect(formatCardNumber('slow')).toBe('slow')
})

test.each([
  ['1', '1'],
  ['12', '12'],
  ['123', '12 / 3'],
  ['1234', '12 / 34'],
  ['12/34', '12 / 34'],
  ['12/2034', '12 / 34'],
  ['5', '05'],
  ['12 /', '12'],
])('expiry %s is formatted as %s', (typed, shown) => {
  expect(formatExpiry(typed)).toBe(shown)
})

test('a card is valid until the end of its month', () => {
  const now = new Date(2026, 10, 21)

  expect(isExpiryValid('11 / 26', now)).toBe(true)
  expect(isExpiryValid('10 / 26', now)).toBe(false)
  expect(isExpiryValid('13 / 30', now)).toBe(false)
  expect(isExpiryValid('', now)).toBe(false)
})
