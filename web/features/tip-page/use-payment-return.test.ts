import { expect, test } from 'vitest'
import { toPaymentOutcome } from './use-payment-return.ts'

test('a processing payment counts as paid or pending', () => {
  expect(toPaymentOutcome('paid')).toBe('paid')
  expect(toPaymentOutcome('processing')).toBe('processing')
  expect(toPaymentOutcome('unknown')).toBe('processing')
  expect(toPaymentOutcome('quarantined')).toBe('processing')
})

test('a payment that was never charged unlocks nothing', () => {
  expect(toPaymentOutcome('open')).toBe('unpaid')
  expect(toPaymentOutcome('action_required')).toBe('unpaid')
  expect(toPaymentOutcome('canceled')).toBe('unpaid')
})
