import { expect, test } from 'vitest'
import { guaranteeText, refundPolicies, refundRequestText } from './refund-guarantee.ts'

test('every policy calls it a 30-day money-back guarantee, as the specification does', () => {
  for (const policy of refundPolicies) expect(guaranteeText(policy).short).toContain('30-day money-back')
})

test('the review policy states its condition, the unconditional one has none', () => {
  expect(guaranteeText('review').detail).toMatch(
    /72 hours.*If they object, we decide.*don’t answer, we refund/,
  )
  expect(guaranteeText('unconditional').detail).not.toMatch(/creator|object|opened/)
})

test('a request says whether it is refunded immediately or reviewed', () => {
  expect(refundRequestText({ isInstant: true, money: '$5.00' })).toContain(
    'refund $5.00 to your card right away',
  )
  expect(refundRequestText({ isInstant: false, money: '$5.00' })).toContain('72 hours')
})
