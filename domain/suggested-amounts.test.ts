import { expect, test } from 'vitest'
import {
  parseSuggestedAmount,
  parseSuggestedAmounts,
  suggestedAmounts,
  typicalAmountOf,
} from './suggested-amounts.ts'

const rules = { currency: 'USD', charge: { min: 50, max: 99_999_999 }, minimum: 200 }

test.each([
  ['USD', { minimum: 500, typical: 800 }, [500, 800, 1200, 2000]],
  ['USD', { minimum: 200, typical: 300 }, [200, 300, 500, 800]],
  ['USD', { minimum: 100, typical: 150 }, [100, 150, 200, 400]],
  ['USD', { minimum: 1, typical: 30 }, [1, 30, 100]],
  ['EUR', { minimum: 250, typical: 750 }, [250, 750, 1100, 1900]],
  ['JPY', { minimum: 300, typical: 850 }, [300, 850, 1300, 2100]],
  ['BHD', { minimum: 1_000, typical: 3_000 }, [1_000, 3_000, 5_000, 8_000]],
  ['USD', { minimum: 500, typical: 500 }, []],
  ['USD', { minimum: 500, typical: null }, []],
] as const)('in %s, amounts from %j are %j', (currency, from, amounts) => {
  expect(suggestedAmounts(null, { ...from, currency })).toEqual(amounts)
})

test('the creator’s own amounts stand in place of others, without those below a later price', () => {
  const from = { typical: 1500, currency: 'USD' } as const

  expect(suggestedAmounts([300, 500, 1000], { ...from, minimum: 400 })).toEqual([500, 1000])
  expect(suggestedAmounts([300, 500, 1000], { ...from, minimum: 1200 })).toEqual([1200, 1500, 2300, 3800])
})

test.each([
  [[800, 800, 800, 500], null],
  [[800, 500, 800, 2000, 800], { amount: 800, isPaidByMost: true }],
  [[500, 500, 800, 2000, 2000], { amount: 800, isPaidByMost: false }],
  [[500, 500, 500, 800, 800, 800], { amount: 500, isPaidByMost: false }],
])('of %j, %j is typical', (paid, typical) => {
  expect(typicalAmountOf(paid)).toEqual(typical)
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
