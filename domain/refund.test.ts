import { expect, test } from 'vitest'
import {
  creatorRefundShare,
  isFullRefund,
  refundableAmount,
  reservedNetAmounts,
  resolveRefundAmount,
  returnedFee,
} from './refund.ts'

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
  expect([returnedFee(purchase, 1000), returnedFee(purchase, 333), returnedFee(purchase, 0)]).toEqual([
    200, 66, 0,
  ])
  expect(creatorRefundShare({ ...purchase, refundedAmount: 333, platformFeeRefundedAmount: 66 }, 667)).toBe(
    533,
  )
})

test('open requests reserve what their refunds cost the creator, one after the other', () => {
  expect(reservedNetAmounts(purchase, [1000])).toEqual([800])
  // 333 return a fee of 66, and all 1000 return 200.
  expect(reservedNetAmounts(purchase, [333, 667])).toEqual([267, 533])
  expect(
    reservedNetAmounts({ ...purchase, refundedAmount: 333, platformFeeRefundedAmount: 66 }, [667]),
  ).toEqual([533])
})

test('open requests reserve no more than a refund of all that is refundable costs', () => {
  const disputed = { ...purchase, disputedAmount: 500, platformFeeRefundedAmount: 100 }

  expect(reservedNetAmounts(purchase, [600, 600, 100])).toEqual([480, 320, 0])
  expect(reservedNetAmounts(disputed, [1000])).toEqual([400])
  expect(
    reservedNetAmounts({ ...disputed, disputedAmount: 1000, platformFeeRefundedAmount: 200 }, [1000]),
  ).toEqual([0])
})

test('only a refund of the last cent is a full refund', () => {
  expect(isFullRefund({ amount: 1000, refundedAmount: 500 }, 499)).toBe(false)
  expect(isFullRefund({ amount: 1000, refundedAmount: 500 }, 500)).toBe(true)
})
