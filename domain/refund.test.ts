import { expect, test } from 'vitest'
import { creatorsPart, isWhole, refundable, refundDue } from './refund.ts'

const bought = {
  creatorId: 'mara',
  amount: 1000,
  fee: 200,
  refunded: 0,
  disputed: 0,
  feeReturned: 0,
  currency: 'USD',
}

test('without an amount, all that is left goes back', () => {
  expect(refundDue(bought, undefined)).toBe(1000)
  expect(refundDue({ ...bought, refunded: 300, feeReturned: 60 }, undefined)).toBe(700)
})

test('what the bank holds in a dispute cannot go back as well', () => {
  expect(refundable({ ...bought, refunded: 300, disputed: 700 })).toBe(0)
  expect(() => refundDue({ ...bought, disputed: 1000 }, '1.00')).toThrow('Nothing is left to pay back.')
})

test.each(['0', '0.00', '10.01', '0.001', '999999999999'])('%s is no part of ten dollars', (asked) => {
  expect(() => refundDue(bought, asked)).toThrow('Enter an amount up to $10.00')
})

test('the platform gives its share back, so a refund of ten costs its creator eight', () => {
  expect(creatorsPart(bought, 1000)).toBe(800)
  expect(creatorsPart(bought, 333)).toBe(267)
  expect(creatorsPart({ ...bought, refunded: 333, feeReturned: 66 }, 667)).toBe(533)
})

test('only the last cent closes access', () => {
  expect(isWhole({ amount: 1000, refunded: 500 }, 499)).toBe(false)
  expect(isWhole({ amount: 1000, refunded: 500 }, 500)).toBe(true)
})
