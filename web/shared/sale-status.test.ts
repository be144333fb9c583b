import { expect, test } from 'vitest'
import { buyerLabel, saleStatusBadge } from './sale-events.ts'

const sale = { state: 'paid', access: 'active', pendingRefundRequestId: null } as const

test.each([
  ['Paid', sale],
  ['Partially refunded', { ...sale, state: 'partially_refunded' }],
  ['Refunded', { ...sale, state: 'refunded', access: 'revoked' }],
  ['Disputed', { ...sale, state: 'disputed', access: 'revoked' }],
  ['Access revoked', { ...sale, access: 'revoked' }],
  ['Refund requested', { ...sale, state: 'partially_refunded', pendingRefundRequestId: 7 }],
] as const)('the badge is "%s" for the sale %j', (label, input) => {
  expect(saleStatusBadge(input).label).toBe(label)
})

test('a buyer is shown by name, or else by email', () => {
  expect(buyerLabel({ supporterName: 'Ada', buyerEmail: 'ada@example.com' })).toBe('Ada')
  expect(buyerLabel({ supporterName: '', buyerEmail: 'ada@example.com' })).toBe('ada@example.com')
  expect(buyerLabel({ supporterName: '', buyerEmail: '' })).toBe('Buyer without an email')
})
