import { expect, test } from 'vitest'
import { readAmount, short } from './amount.ts'

test('nothing typed pays the minimum', () => {
  expect(readAmount('', '1.00')).toEqual({ amount: '1.00' })
  expect(readAmount('  ', '0.50')).toEqual({ amount: '0.50' })
})

test.each([
  ['5', '5.00'],
  ['5.', '5.00'],
  ['5.5', '5.50'],
  ['.75', '0.75'],
  ['$7.25', '7.25'],
  ['005', '5.00'],
  ['5.000', '5.00'],
])('%s is read as %s', (typed, amount) => {
  expect(readAmount(typed, '0.01')).toEqual({ amount })
})

test.each(['0', '0.99', '.5'])('%s is below a minimum of 1.00', (typed) => {
  expect(readAmount(typed, '1.00')).toEqual({ problem: 'low' })
})

test.each(['-5', '1,00', 'five', '1e309', '5.001', '1.2.3', '.', '1234567890123'])(
  '%s is no amount',
  (typed) => {
    expect(readAmount(typed, '1.00')).toEqual({ problem: 'unreadable' })
  },
)

test('a cent more than the minimum is enough, a cent less is not', () => {
  expect(readAmount('0.30', '0.30')).toEqual({ amount: '0.30' })
  expect(readAmount('0.29', '0.30')).toEqual({ problem: 'low' })
})

test('a currency without decimals takes none', () => {
  expect(readAmount('500', '100')).toEqual({ amount: '500' })
  expect(readAmount('500.5', '100')).toEqual({ problem: 'unreadable' })
})

test('a round amount is short on a button', () => {
  expect(short('$5.00')).toBe('$5')
  expect(short('$1,000.00')).toBe('$1,000')
  expect(short('$7.50')).toBe('$7.50')
})
