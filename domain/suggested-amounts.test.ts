import { expect, test } from 'vitest'
import {
  defaultSuggestedAmounts,
  parseSuggestedAmount,
  parseSuggestedAmounts,
  suggestedAmounts,
} from './suggested-amounts.ts'

const rules = { currency: 'USD', charge: { min: 50, max: 99_999_999 }, minimum: 200 }

test('default amounts are round and above the minimum', () => {
  expect(defaultSuggestedAmounts(100, 'USD')).toEqual([300, 500, 1000])
  expect(defaultSuggestedAmounts(2000, 'USD')).toEqual([2500, 5000, 10000])
  expect(defaultSuggestedAmounts(100, 'JPY')).toEqual([300, 500, 1000])
  expect(defaultSuggestedAmounts(900_000, 'USD')).toEqual([])
})

test('a creator’s three amounts are parsed exactly and sorted', () => {
  expect(parseSuggestedAmounts('10, 3 5.50', rules)).toEqual([300, 550, 1000])
  expect(parseSuggestedAmounts('  ', rules)).toBeNull()
})

test.each([
  ['3,5,10', [300, 500, 1000]],
  ['3;5;10', [300, 500, 1000]],
  ['3 , 5 , 10', [300, 500, 1000]],
  ['3,50, 5, 10,00', [350, 500, 1000]],
  ['3,50 5,00 10', [350, 500, 1000]],
  ['$3, $5, $10', [300, 500, 1000]],
  ['３，５，１０', [300, 500, 1000]],
])('%j is parsed as three amounts', (text, amounts) => {
  expect(parseSuggestedAmounts(text, rules)).toEqual(amounts)
})

test.each([
  '3, 5',
  '3, 5, 10, 20',
  '3, 3, 5',
  '1, 3, 5',
  '3, 5, ten',
  '-3, 5, 10',
  '3, 5, 1e3',
  '3, 5,50',
  '3, 5, 1,000',
  '3, 5, 7²',
  '3,50,5,10',
])('%j is rejected with a message at its field', (text) => {
  expect(() => parseSuggestedAmounts(text, rules)).toThrow('Enter three different amounts of at least $2.00')
})

test('suggested amounts below a later price are not offered', () => {
  expect(suggestedAmounts([300, 500, 1000], 400, 'USD')).toEqual([500, 1000])
  expect(suggestedAmounts([300, 500, 1000], 2000, 'USD')).toEqual([2500, 5000, 10000])
  expect(suggestedAmounts(null, 100, 'USD')).toEqual([300, 500, 1000])
})

test.each([
  ['', null],
  ['5', 500],
  ['7,50', 750],
  ['2.00', 200],
])('the prefilled amount %j is %j in minor units', (typed, amount) => {
  expect(parseSuggestedAmount(typed, rules)).toBe(amount)
})

test.each(['1.99', 'much', '1,000'])('the prefilled amount %j is rejected', (typed) => {
  expect(() => parseSuggestedAmount(typed, rules)).toThrow('Enter an amount of at least $2.00')
})
