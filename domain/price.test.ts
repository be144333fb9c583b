import { describe, expect, test } from 'vitest'
import { AppError } from './errors.ts'
import { formatMoney, parsePrice, resolveAmount } from './price.ts'

const charge = { min: 1, max: 99_999_999 }
const fixed = { pricingModel: 'fixed', priceAmount: 999, currency: 'USD' } as const
const tips = { pricingModel: 'pay_what_you_want', priceAmount: 100, currency: 'USD' } as const

describe('resolveAmount', () => {
  test('returns the fixed price, whatever amount was requested', () => {
    expect(resolveAmount(fixed, '0.01', charge)).toBe(999)
    expect(resolveAmount(fixed, undefined, charge)).toBe(999)
  })

  test('returns the requested amount with pay what you want', () => {
    expect(resolveAmount(tips, '5', charge)).toBe(500)
    expect(resolveAmount(tips, '5.1', charge)).toBe(510)
    expect(resolveAmount(tips, '1.00', charge)).toBe(100)
    expect(resolveAmount(tips, '0000001.00', charge)).toBe(100)
  })

  test('returns the minimum for an empty amount', () => {
    expect(resolveAmount(tips, undefined, charge)).toBe(100)
    expect(resolveAmount(tips, '', charge)).toBe(100)
  })

  test('rejects an amount below the minimum with the specification’s message', () => {
    expect(() => resolveAmount(tips, '0.99', charge)).toThrow('Minimum amount is $1.00')
  })

  test('never returns less than the provider’s minimum charge', () => {
    const stripe = { min: 50, max: 99_999_999 }

    expect(resolveAmount({ ...fixed, priceAmount: 1 }, undefined, stripe)).toBe(50)
    expect(() => resolveAmount({ ...tips, priceAmount: 1 }, '0.49', stripe)).toThrow(
      'Minimum amount is $0.50',
    )
  })

  test.each([
    '0',
    '-1',
    '0.001',
    '1e309',
    '1,00',
    'NaN',
    'Infinity',
    '0x10',
    ' ',
    '1.2.3',
    '999999999999.99',
  ])('rejects the amount %j', (typed) => {
    expect(() => resolveAmount(tips, typed, charge)).toThrow(AppError)
  })
})

test('handles currencies without decimals and with three', () => {
  expect(parsePrice('500', 'JPY', charge)).toBe(500)
  expect(parsePrice('500.5', 'JPY', charge)).toBeUndefined()
  expect(parsePrice('1.234', 'KWD', charge)).toBe(1234)
  expect(formatMoney(500, 'JPY')).toBe('500 JPY')
  expect(formatMoney(100_000, 'JPY')).toBe('100,000 JPY')
  expect(formatMoney(99_999_999, 'USD')).toBe('$999,999.99')
  expect(formatMoney(-100_000, 'USD')).toBe('$-1,000.00')
  expect(formatMoney(1234, 'KWD')).toBe('1.234 KWD')
})

test('parsePrice rejects prices outside the charge limits', () => {
  expect(parsePrice('0.00', 'USD', charge)).toBeUndefined()
  expect(parsePrice('0.01', 'USD', charge)).toBe(1)
  expect(parsePrice('1000000.00', 'USD', charge)).toBeUndefined()
  expect(parsePrice('999999.99', 'USD', charge)).toBe(99_999_999)
})
