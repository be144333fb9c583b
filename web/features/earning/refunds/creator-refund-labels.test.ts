import { expect, test } from 'vitest'
import { toOrderNumber } from '../../../../contract/order-number.ts'
import type { RefundRequestDetail } from '../../../../contract/refunds.ts'
import { accessAfterRefund, decisionSummary, retryUrl } from './refund-decision-form.tsx'

const request: RefundRequestDetail = {
  id: 1,
  state: 'requested',
  contentId: 2,
  title: 'Harbour loops',
  purchaseId: toOrderNumber('3'),
  purchaseAmount: '10.00',
  amount: '10.00',
  refundableAmount: '7.50',
  currency: 'USD',
  reason: '',
  creatorDeadlineAt: '2026-03-04T12:00:00.000Z',
  objectionMessage: '',
  decisionMessage: '',
  createdAt: '2026-03-01T12:00:00.000Z',
  decidedAt: null,
  balance: '6.00',
  balanceAfter: '0.00',
  feeReturned: '1.00',
  isCreator: true,
}

test('only a refund of the full remaining amount ends the buyer’s access', () => {
  expect(accessAfterRefund(750, request)).toContain('loses access')
  expect(accessAfterRefund(749, request)).toContain('keeps access')
})

test('a decided refund request has a summary, and an open one has none', () => {
  expect(decisionSummary(request)).toBeUndefined()
  expect(decisionSummary({ ...request, state: 'refunded', amount: '2.50' })).toMatchObject({
    heading: '$2.50 refunded',
    text: expect.stringContaining('keeps access'),
  })
  expect(decisionSummary({ ...request, state: 'refunded', refundableAmount: '0.00' })?.text).toContain(
    'no longer has access',
  )
  expect(decisionSummary({ ...request, state: 'processing' })?.heading).toBe('$10.00 refund in progress')
  expect(decisionSummary({ ...request, state: 'rejected' })?.heading).toBe('Refund declined')
})

test('a failed refund can be retried from the sale while an amount is refundable', () => {
  const failed = { ...request, state: 'failed' as const }

  expect(retryUrl(failed)).toBe('/sales/3')
  expect(retryUrl({ ...failed, isCreator: false })).toBe('/admin/purchases/3')
  expect(retryUrl({ ...failed, refundableAmount: '0.00' })).toBeUndefined()
  expect(retryUrl({ ...failed, state: 'processing' })).toBeUndefined()
})
