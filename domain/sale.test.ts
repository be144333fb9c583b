import { expect, test } from 'vitest'
import { canRestoreAccess, netAmountOf, saleState } from './sale.ts'

const sale = { amount: 1000, fee: 200, refunded: 0, disputed: 0, feeReturned: 0 }
const closed = { revokedAt: new Date(0), revokedFor: 'creator' as const }

test.each([
  ['paid', sale],
  ['partly_refunded', { ...sale, refunded: 1 }],
  ['refunded', { ...sale, refunded: 1000 }],
  ['disputed', { ...sale, refunded: 400, disputed: 600 }],
])('the state of a sale is %s', (state, sale) => {
  expect(saleState(sale)).toBe(state)
})

test('the net amount of a sale is the creator’s share less reversals, plus the returned fee', () => {
  expect(netAmountOf(sale)).toBe(800)
  expect(netAmountOf({ ...sale, refunded: 500, feeReturned: 100 })).toBe(400)
  expect(netAmountOf({ ...sale, refunded: 400, disputed: 600, feeReturned: 200 })).toBe(0)
})

test('a person’s revocation can be undone, and so can that of a refund that was returned', () => {
  expect(canRestoreAccess(closed, sale, 'creator')).toBe(true)
  expect(canRestoreAccess({ ...closed, revokedFor: 'refund' }, { ...sale, refunded: 400 }, 'creator')).toBe(
    true,
  )
})

test('access cannot be restored while it is active, fully refunded or disputed', () => {
  expect(canRestoreAccess({ revokedAt: null, revokedFor: null }, sale, 'creator')).toBe(false)
  expect(canRestoreAccess(closed, { ...sale, refunded: 1000 }, 'admin')).toBe(false)
  expect(canRestoreAccess(closed, { ...sale, disputed: 1000 }, 'admin')).toBe(false)
})

test('a revocation by the admin can only be undone by the admin', () => {
  expect(canRestoreAccess({ ...closed, revokedFor: 'admin' }, sale, 'creator')).toBe(false)
  expect(canRestoreAccess({ ...closed, revokedFor: 'admin' }, sale, 'admin')).toBe(true)
})
