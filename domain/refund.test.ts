import { expect, test } from 'vitest'
import { creatorRefundShare, isFullRefund, refundableAmount, resolveRefundAmount } from './refund.ts'

const purchase = {
  creatorId: 'mara',
  amount: 1000,
  taxAmount: 0,
  platformFeeAmount: 200,
  refundedAmount: 0,
  disputedAmount: 0,
  platformFeeRefundedAmount: 0,
  taxRefundedAmount: 0,
  currency: 'USD',
}

test('a refund without an amount covers all that is refundable', () => {
  expect(resolveRefundAmount(purchase, undefined)).toBe(1000)
  expect(
    resolveRefundAmount({ ...purchase, refundedAmount: 300, platformFeeRefundedAmount: 60 }, undefined),
  ).toBe(700)
})

test('a disputed amount is not refundable', () => {
  expect(refundableAmount({ ...purchase, refundedAmount: 300, disputedAmount: 700 })).toBe(0)
  expect(() => resolveRefundAmount({ ...purchase, disputedAmount: 1000 }, '1.00')).toThrow(
    'There’s nothing left to refund.',
  )
})

test.each(['0', '0.00', '10.01', '0.001', '999999999999'])(
  'a partial refund of %s of ten dollars is rejected',
  (requested) => {
    expect(() => resolveRefundAmount(purchase, requested)).toThrow('Enter an amount up to $10.00')
  },
)

test('a refund of ten dollars costs the creator eight, because the fee is returned', () => {
  expect(creatorRefundShare(purchase, 1000)).toBe(800)
  expect(creatorRefundShare(purchase, 333)).toBe(267)
  expect(creatorRefundShare({ ...purchase, refundedAmount: 333, platformFeeRefundedAmount: 66 }, 667)).toBe(
    533,
  )
})

test('only a refund of the last cent is a full refund', () => {
  expect(isFullRefund({ amount: 1000, refundedAmount: 500 }, 499)).toBe(false)
  expect(isFullRefund({ amount: 1000, refundedAmount: 500 }, 500)).toBe(true)
})
