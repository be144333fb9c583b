import { expect, test } from 'vitest'
import { parseTipAmount, payLabel, tipAmountMessage, trimTrailingZeros } from './amount.ts'

const limits = (minimum: string, currency = 'USD') => ({ minimum, currency })

test('an empty field pays the minimum', () => {
  expect(parseTipAmount('', limits('1.00'))).toEqual({ amount: '1.00' })
  expect(parseTipAmount('  ', limits('0.50'))).toEqual({ amount: '0.50' })
})

test.each(['７５０', '٧٥٠', '７5', '２５.00'])(
  'the amount %s with digits of another script is not read as an empty field',
  (typed) => {
    expect(parseTipAmount(typed, limits('2.00'))).not.toEqual({ amount: '2.00' })
  },
)

test('a comma in an amount is a decimal separator', () => {
  expect(parseTipAmount('7,50', limits('2.00'))).toEqual({ amount: '7.50' })
})

test.each(['0', '0.99', '.5', '0,99'])('the amount %s is below a minimum of 1.00', (typed) => {
  expect(parseTipAmount(typed, limits('1.00'))).toEqual({ error: 'low' })
})

test('one cent above the minimum is accepted, one cent below is not', () => {
  expect(parseTipAmount('0.30', limits('0.30'))).toEqual({ amount: '0.30' })
  expect(parseTipAmount('0.29', limits('0.30'))).toEqual({ error: 'low' })
})

test('a currency without decimals accepts none', () => {
  expect(parseTipAmount('500', limits('100', 'JPY'))).toEqual({ amount: '500' })
  expect(parseTipAmount('500.5', limits('100', 'JPY'))).toEqual({ error: 'ambiguous' })
})

test('each problem has its own field message', () => {
  expect(tipAmountMessage('low', limits('2.00'))).toBe('Minimum amount is $2.00')
  expect(tipAmountMessage('unreadable', limits('2.00'))).toBe('Enter an amount like 2.00')
  expect(tipAmountMessage('ambiguous', limits('2.00'))).toBe(
    'Enter an amount like 2.00, with up to 2 decimals and no thousands separator',
  )
})

test('the pay button has the amount, the minimum for a lower amount, and no amount for other text', () => {
  const label = (typed: string) => payLabel(parseTipAmount(typed, limits('2.00')), limits('2.00'))

  expect(label('7.50')).toBe('Pay $7.50 to unlock')
  expect(label('')).toBe('Pay $2.00 to unlock')
  expect(label('1.99')).toBe('Pay at least $2.00')
  expect(label('much')).toBe('Pay to unlock')
  expect(payLabel(undefined, limits('2.00'))).toBe('Pay to unlock')
})

test('a whole amount has no decimals on a button', () => {
  expect(trimTrailingZeros('$5.00')).toBe('$5')
  expect(trimTrailingZeros('$1,000.00')).toBe('$1,000')
  expect(trimTrailingZeros('$7.50')).toBe('$7.50')
})
