import { expect, test } from 'vitest'
import { parseRefundAmount } from './refund-fields.tsx'

const payment = { refundableAmount: '7.50', currency: 'USD' }

test.each([
  ['7.50', 750],
  [' 7.5 ', 750],
  ['0.01', 1],
  ['1,00', 100],
  ['$5', 500],
  ['７', 700],
  ['٧', 700],
])('%j is parsed as %d refundable minor units', (typed, minorUnits) => {
  expect(parseRefundAmount(typed, payment)).toEqual({ amount: (minorUnits / 100).toFixed(2), minorUnits })
})

test.each(['7.51', '0', '', ' ', '8'])(
  '%j is not refundable, and the message has the refundable amount',
  (typed) => {
    expect(parseRefundAmount(typed, payment)).toEqual({ problem: 'Enter an amount up to $7.50' })
  },
)

test('an ambiguous amount has its own message', () => {
  expect(parseRefundAmount('five', payment)).toEqual({ problem: 'Enter an amount like 5.00' })
  expect(parseRefundAmount('1.001', payment)).toEqual({
    problem: 'Enter an amount like 5.00, with up to 2 decimals and no thousands separator',
  })
  const yen = { refundableAmount: '5000', currency: 'JPY' } as const
  expect(parseRefundAmount('10,00', yen)).toEqual({ problem: 'Enter an amount like 500, with no decimals' })
  expect(parseRefundAmount('1,000', yen)).toEqual({ amount: '1000', minorUnits: 1000 })
})
