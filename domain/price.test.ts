import { describe, expect, test } from 'vitest'
import { AppError } from './errors.ts'
import { formatMoney, parsePrice, resolveAmount } from './price.ts'

const charge = { min: 1, max: 99_999_999 }
const fixed = { pricingModel: 'fixed', priceAmount: 999, currency: 'USD' } as const
const payWhatYouWant = { pricingModel: 'pay_what_you_want', priceAmount: 100, currency: 'USD' } as const

describe('resolveAmount', () => {
  test('a fixed price ignores the requested amount', () => {
    expect(resolveAmount(fixed, '0.01', charge)).toBe(999)
    expect(resolveAmount(fixed, undefined, charge)).toBe(999)
  })

  test('pay what you want charges the requested amount', () => {
    expect(resolveAmount(payWhatYouWant, '5', charge)).toBe(500)
    expect(resolveAmount(payWhatYouWant, '5.1', charge)).toBe(510)
    expect(resolveAmount(payWhatYouWant, '1.00', charge)).toBe(100)
    expect(resolveAmount(payWhatYouWant, '0000001.00', charge)).toBe(100)
  })

  test('an empty amount resolves to the minimum', () => {
    expect(resolveAmount(payWhatYouWant, undefined, charge)).toBe(100)
    expect(resolveAmount(payWhatYouWant, '', charge)).toBe(100)
  })

  test('an amount below the minimum is rejected with the specification’s message', () => {
    expect(() => resolveAmount(payWhatYouWant, '0.99', charge)).toThrow('Minimum amount is $1.00')
  })

  test('an amount below the provider’s minimum charge is raised or rejected', () => {
    const stripe = { min: 50, max: 99_999_999 }

    expect(resolveAmount({ ...fixed, priceAmount: 1 }, undefined, stripe)).toBe(50)
    expect(() => resolveAmount({ ...payWhatYouWant, priceAmount: 1 }, '0.49', stripe)).toThrow(
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
  ])('the amount %j is rejected', (typed) => {
    expect(() => resolveAmount(payWhatYouWant, typed, charge)).toThrow(AppError)
  })
})

test('parsePrice and formatMoney use the decimals of the currency', () => {
  expect(parsePrice('500', 'JPY', charge)).toBe(500)
  expect(parsePrice('500.5', 'JPY', charge)).toBeUndefined()
  expect(parsePrice('1.234', 'KWD', charge)).toBe(1234)
  expect(formatMoney(500, 'JPY')).toBe('¥500')
  expect(formatMoney(100_000, 'JPY')).toBe('¥100,000')
  expect(formatMoney(99_999_999, 'USD')).toBe('$999,999.99')
  expect(formatMoney(-100_000, 'USD')).toBe('−$1,000.00')
  expect(formatMoney(1234, 'KWD')).toBe('KWD\u00a01.234')
})

test('parsePrice rejects prices outside the charge limits', () => {
  expect(parsePrice('0.00', 'USD', charge)).toBeUndefined()
  expect(parsePrice('0.01', 'USD', charge)).toBe(1)
  expect(parsePrice('1000000.00', 'USD', charge)).toBeUndefined()
  expect(parsePrice('999999.99', 'USD', charge)).toBe(99_999_999)
})
