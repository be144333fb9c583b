import { expect, test } from 'vitest'
import { toPaymentOutcome } from './payment-return.ts'

test('what the provider has in hand counts as paid or on its way', () => {
  expect(toPaymentOutcome('paid')).toBe('paid')
  expect(toPaymentOutcome('processing')).toBe('processing')
  expect(toPaymentOutcome('unknown')).toBe('processing')
  expect(toPaymentOutcome('mismatch')).toBe('processing')
})

test('a card that was never charged unlocks nothing', () => {
  expect(toPaymentOutcome('open')).toBe('unpaid')
  expect(toPaymentOutcome('action_required')).toBe('unpaid')
  expect(toPaymentOutcome('canceled')).toBe('unpaid')
})
