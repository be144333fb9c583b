import { expect, test } from 'vitest'
import { defaultMinPayout, minPayout, minPayoutProblem, withoutZeroDecimals } from './payout.ts'

test.each([
  ['USD', 2_500],
  ['EUR', 2_500],
  ['GBP', 2_000],
  ['JPY', 3_000],
  ['HUF', 1_000_000],
  ['SEK', 25_000],
  ['TND', 25_000],
])('the default minimum payout in %s is %i minor units', (currency, amount) => {
  expect(defaultMinPayout(currency)).toBe(amount)
})

test('a setting in decimals replaces the default', () => {
  expect(minPayout('EUR', '10.50')).toBe(1_050)
  expect(minPayout('JPY', '500')).toBe(500)
  expect(minPayout('JPY', null)).toBe(3_000)
})

test('a setting with more decimals than the currency has is a problem, and the default applies', () => {
  expect(minPayoutProblem('JPY', '10.50')).toBe('must be a whole amount, because JPY has no decimals.')
  expect(minPayoutProblem('EUR', '10.505')).toBe('must have at most 2 decimals in EUR.')
  expect(minPayoutProblem('EUR', '10.5')).toBeUndefined()
  expect(minPayout('JPY', '10.50')).toBe(3_000)
})

test.each([
  ['$25.00', 'USD', '$25'],
  ['25,00 €', 'EUR', '25 €'],
  ['1,000.00 CHF', 'CHF', '1,000 CHF'],
  ['$25.50', 'USD', '$25.50'],
  ['¥3,000', 'JPY', '¥3,000'],
])('%s in a sentence about %s is %s', (formatted, currency, text) => {
  expect(withoutZeroDecimals(formatted, currency)).toBe(text)
})
