import { expect, test } from 'vitest'
import { creatorDeadline, stateAfterDecision } from './refund.ts'

test('a creator refunds or objects, and an objection is not final', () => {
  expect(stateAfterDecision('requested', { by: 'creator', decision: 'refund' })).toBe('processing')
  expect(stateAfterDecision('requested', { by: 'creator', decision: 'reject' })).toBe('in_review')
})

test('while the admin reviews, the creator can only refund', () => {
  expect(stateAfterDecision('in_review', { by: 'creator', decision: 'refund' })).toBe('processing')
  expect(stateAfterDecision('in_review', { by: 'creator', decision: 'reject' })).toBeUndefined()
})

test('the admin’s decision is final, before and after an objection', () => {
  for (const state of ['requested', 'in_review'] as const) {
    expect(stateAfterDecision(state, { by: 'admin', decision: 'refund' })).toBe('processing')
    expect(stateAfterDecision(state, { by: 'admin', decision: 'reject' })).toBe('rejected')
  }
})

test.each(['processing', 'refunded', 'rejected', 'failed'] as const)(
  'a %s request cannot be decided',
  (state) => {
    for (const by of ['creator', 'admin'] as const)
      for (const decision of ['refund', 'reject'] as const)
        expect(stateAfterDecision(state, { by, decision })).toBeUndefined()
  },
)

test('creatorDeadline is 72 hours after the request', () => {
  expect(creatorDeadline(new Date('2026-03-01T12:00:00Z')).toISOString()).toBe('2026-03-04T12:00:00.000Z')
})
