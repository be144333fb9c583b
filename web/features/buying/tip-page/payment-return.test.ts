import { expect, test } from 'vitest'
import { toPaymentOutcome } from './payment-return.ts'

test('a paid payment is paid, and one in an unclear state is processing', () => {
  expect(toPaymentOutcome('paid')).toBe('paid')
  expect(toPaymentOutcome('processing')).toBe('processing')
  expect(toPaymentOutcome('unknown')).toBe('processing')
  expect(toPaymentOutcome('quarantined')).toBe('processing')
})

test('a payment that was not charged is unpaid', () => {
  expect(toPaymentOutcome('open')).toBe('unpaid')
  expect(toPaymentOutcome('action_required')).toBe('unpaid')
  expect(toPaymentOutcome('canceled')).toBe('unpaid')
})
