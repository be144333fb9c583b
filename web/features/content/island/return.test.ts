import { expect, test } from 'vitest'
import { outcomeOf } from './return.ts'

test('what the provider has in hand counts as paid or on its way', () => {
  expect(outcomeOf('paid')).toBe('paid')
  expect(outcomeOf('processing')).toBe('processing')
  expect(outcomeOf('unknown')).toBe('processing')
  expect(outcomeOf('mismatch')).toBe('processing')
})

test('a card that was never charged unlocks nothing', () => {
  expect(outcomeOf('open')).toBe('unpaid')
  expect(outcomeOf('action_required')).toBe('unpaid')
  expect(outcomeOf('canceled')).toBe('unpaid')
})
