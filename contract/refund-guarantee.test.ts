import { expect, test } from 'vitest'
import { guaranteeText, refundPolicies, refundRequestText } from './refunds.ts'

test('the text of every policy names the 30-day money-back guarantee of the specification', () => {
  for (const policy of refundPolicies) expect(guaranteeText(policy).short).toContain('30-day money-back')
})

test('the review policy states its conditions, and the unconditional policy has none', () => {
  const review = guaranteeText('review')
  expect(review.detail).toMatch(/within 30 days.*creator can ask us to decide/)
  expect(review.conditions).toMatch(/72 hours.*If they decline, we decide.*don’t answer, we refund/)
  const { detail, conditions } = guaranteeText('unconditional')
  expect(`${detail} ${conditions}`).not.toMatch(/creator|decline|opened/)
})

test('the text of a refund request says whether it is refunded immediately or reviewed', () => {
  expect(refundRequestText({ isInstant: true, money: '$5.00' })).toContain(
    'refund $5.00 to your card right away',
  )
  expect(refundRequestText({ isInstant: false, money: '$5.00' })).toContain('72 hours')
})
