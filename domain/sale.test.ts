import { expect, test } from 'vitest'
import { canRestoreAccess, saleState } from './sale.ts'

const sale = {
  amount: 1000,
  taxAmount: 0,
  platformFeeAmount: 200,
  refundedAmount: 0,
  disputedAmount: 0,
}
const revoked = { revokedAt: new Date(0), revocationReason: 'creator' as const }

test.each([
  ['paid', sale],
  ['partially_refunded', { ...sale, refundedAmount: 1 }],
  ['refunded', { ...sale, refundedAmount: 1000 }],
  ['disputed', { ...sale, refundedAmount: 400, disputedAmount: 600 }],
])('the state of a sale is %s', (state, sale) => {
  expect(saleState(sale)).toBe(state)
})

test('access can be restored after a revocation by a person or by a returned refund', () => {
  expect(canRestoreAccess(revoked, sale, 'creator')).toBe(true)
  expect(
    canRestoreAccess({ ...revoked, revocationReason: 'refund' }, { ...sale, refundedAmount: 400 }, 'creator'),
  ).toBe(true)
})

test('access cannot be restored while it is active, fully refunded or disputed', () => {
  expect(canRestoreAccess({ revokedAt: null, revocationReason: null }, sale, 'creator')).toBe(false)
  expect(canRestoreAccess(revoked, { ...sale, refundedAmount: 1000 }, 'admin')).toBe(false)
  expect(canRestoreAccess(revoked, { ...sale, disputedAmount: 1000 }, 'admin')).toBe(false)
})

test('a revocation by the admin can only be undone by the admin', () => {
  expect(canRestoreAccess({ ...revoked, revocationReason: 'admin' }, sale, 'creator')).toBe(false)
  expect(canRestoreAccess({ ...revoked, revocationReason: 'admin' }, sale, 'admin')).toBe(true)
})

test('what was free is never refunded, so its access can be restored', () => {
  const free = { ...sale, amount: 0, platformFeeAmount: 0 }

  expect(saleState(free)).toBe('paid')
  expect(canRestoreAccess(revoked, free, 'creator')).toBe(true)
})
