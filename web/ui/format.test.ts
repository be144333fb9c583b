import { expect, test } from 'vitest'
import { currencySymbol, formatMoney, formatMoneyTick } from './format.ts'

test('formatMoney always shows the currency', () => {
  expect(formatMoney('5.00', 'USD')).toBe('$5.00')
  expect(formatMoney('1478.40', 'USD')).toBe('$1,478.40')
  expect(formatMoney('5.00', 'CAD')).toBe('CA$5.00')
})

test('formatMoney shows no decimals for a currency without them', () => {
  expect(formatMoney('500', 'JPY')).toBe('¥500')
})

test('formatMoney keeps every cent of a decimal string beyond float precision', () => {
  expect(formatMoney('90071992547409.93', 'USD')).toBe('$90,071,992,547,409.93')
})

test('formatMoney formats numbers like strings', () => {
  expect(formatMoney(0, 'USD')).toBe('$0.00')
  expect(formatMoney(-12.5, 'USD')).toBe('−$12.50')
})

test('currencySymbol returns the symbol before an amount', () => {
  expect(currencySymbol('USD')).toBe('$')
  expect(currencySymbol('EUR')).toBe('€')
})

test('formatMoneyTick shortens the amounts of an axis', () => {
  expect([0, 0.5, 50, 1500, -20].map((amount) => formatMoneyTick(amount, 'USD'))).toEqual([
    ...['$0', '$0.50', '$50', '$1.5K', '−$20'],
  ])
})
