import { expect, test } from 'vitest'
import { canRestoreAccess, netAmountOf, saleState } from './sale.ts'

const sale = { amount: 1000, fee: 200, refunded: 0, disputed: 0, feeReturned: 0 }
const closed = { revokedAt: new Date(0), revokedFor: 'creator' as const }

test.each([
  ['paid', sale],
  ['partly_refunded', { ...sale, refunded: 1 }],
  ['refunded', { ...sale, refunded: 1000 }],
  ['disputed', { ...sale, refunded: 400, disputed: 600 }],
])('a sale is %s', (state, sale) => {
  expect(saleState(sale)).toBe(state)
})

test('what is left of a sale is the share less what went back, with the fee that was returned', () => {
  expect(netAmountOf(sale)).toBe(800)
  expect(netAmountOf({ ...sale, refunded: 500, feeReturned: 100 })).toBe(400)
  expect(netAmountOf({ ...sale, refunded: 400, disputed: 600, feeReturned: 200 })).toBe(0)
})

test('what a person closed may be opened again, and what a refund closed that came back', () => {
  expect(canRestoreAccess(closed, sale, 'creator')).toBe(true)
  expect(canRestoreAccess({ ...closed, revokedFor: 'refund' }, { ...sale, refunded: 400 }, 'creator')).toBe(
    true,
  )
})

test('what is open, paid back in full or held by the bank is not to be opened', () => {
  expect(canRestoreAccess({ revokedAt: null, revokedFor: null }, sale, 'creator')).toBe(false)
  expect(canRestoreAccess(closed, { ...sale, refunded: 1000 }, 'admin')).toBe(false)
  expect(canRestoreAccess(closed, { ...sale, disputed: 1000 }, 'admin')).toBe(false)
})

test('what the admin closed is the admin’s to open', () => {
  expect(canRestoreAccess({ ...closed, revokedFor: 'admin' }, sale, 'creator')).toBe(false)
  expect(canRestoreAccess({ ...closed, revokedFor: 'admin' }, sale, 'admin')).toBe(true)
})
