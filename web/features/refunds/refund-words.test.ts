import { expect, test } from 'vitest'
import type { RefundOutlook } from '../../../contract/refunds.ts'
import { accessAfter, outcomeOf, retryOf } from './refund-words.ts'

const asked: RefundOutlook = {
  id: 1,
  state: 'asked',
  contentId: 2,
  title: 'Harbour loops',
  purchaseId: 3,
  paid: '10.00',
  amount: '10.00',
  refundable: '7.50',
  currency: 'USD',
  reason: '',
  answer: '',
  createdAt: '2026-03-01T12:00:00.000Z',
  decidedAt: null,
  balance: '6.00',
  balanceAfter: '0.00',
  isOwn: true,
}

test('only all that is left ends the buyer’s access', () => {
  expect(accessAfter(750, asked)).toContain('access ends')
  expect(accessAfter(749, asked)).toContain('keeps access')
})

test('every decision says what it did, and a request that waits has none', () => {
  expect(outcomeOf(asked)).toBeUndefined()
  expect(outcomeOf({ ...asked, state: 'refunded', amount: '2.50' })).toMatchObject({
    heading: '$2.50 went back',
    text: expect.stringContaining('keeps access'),
  })
  expect(outcomeOf({ ...asked, state: 'refunded', refundable: '0.00' })?.text).toContain('has ended')
  expect(outcomeOf({ ...asked, state: 'refunding' })?.heading).toBe('$10.00 is on its way back')
  expect(outcomeOf({ ...asked, state: 'refused' })?.heading).toBe('Refused')
})

test('a refund that failed is made anew from the sale, while money of it is left', () => {
  const failed = { ...asked, state: 'failed' as const }

  expect(retryOf(failed)).toBe('/sales/3')
  expect(retryOf({ ...failed, isOwn: false })).toBe('/admin/purchases/3')
  expect(retryOf({ ...failed, refundable: '0.00' })).toBeUndefined()
  expect(retryOf({ ...failed, state: 'refunding' })).toBeUndefined()
})
