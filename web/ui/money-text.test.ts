import { expect, test } from 'vitest'
import { currencySymbol, formatMoney } from './money-text.ts'

test('money is always shown with its currency', () => {
  expect(formatMoney('5.00', 'USD')).toBe('$5.00')
  expect(formatMoney('1478.40', 'USD')).toBe('$1,478.40')
  expect(formatMoney('5.00', 'CAD')).toBe('CA$5.00')
})

test('a currency without decimals has none', () => {
  expect(formatMoney('500', 'JPY')).toBe('¥500')
})

test('a decimal string keeps its last cent where a float would lose it', () => {
  expect(formatMoney('90071992547409.93', 'USD')).toBe('$90,071,992,547,409.93')
})

test('a number of the statistics reads the same', () => {
  expect(formatMoney(0, 'USD')).toBe('$0.00')
  expect(formatMoney(-12.5, 'USD')).toBe('-$12.50')
})

test('the sign of a currency is what stands before an amount', () => {
  expect(currencySymbol('USD')).toBe('$')
  expect(currencySymbol('EUR')).toBe('€')
})
