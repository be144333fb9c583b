import { expect, test } from 'vitest'
import { keptOf, mayReopen, saleState } from './sale.ts'

const sold = { amount: 1000, fee: 200, refunded: 0, disputed: 0, feeReturned: 0 }
const closed = { revokedAt: new Date(0), revokedFor: 'creator' as const }

test.each([
  ['paid', sold],
  ['partly_refunded', { ...sold, refunded: 1 }],
  ['refunded', { ...sold, refunded: 1000 }],
  ['disputed', { ...sold, refunded: 400, disputed: 600 }],
])('a sale is %s', (state, sale) => {
  expect(saleState(sale)).toBe(state)
})

test('what is left of a sale is the share less what went back, with the fee that was returned', () => {
  expect(keptOf(sold)).toBe(800)
  expect(keptOf({ ...sold, refunded: 500, feeReturned: 100 })).toBe(400)
  expect(keptOf({ ...sold, refunded: 400, disputed: 600, feeReturned: 200 })).toBe(0)
})

test('what a person closed may be opened again, and what a refund closed that came back', () => {
  expect(mayReopen(closed, sold, 'creator')).toBe(true)
  expect(mayReopen({ ...closed, revokedFor: 'refund' }, { ...sold, refunded: 400 }, 'creator')).toBe(true)
})

test('what is open, paid back in full or held by the bank is not to be opened', () => {
  expect(mayReopen({ revokedAt: null, revokedFor: null }, sold, 'creator')).toBe(false)
  expect(mayReopen(closed, { ...sold, refunded: 1000 }, 'admin')).toBe(false)
  expect(mayReopen(closed, { ...sold, disputed: 1000 }, 'admin')).toBe(false)
})

test('what the admin closed is the admin’s to open', () => {
  expect(mayReopen({ ...closed, revokedFor: 'admin' }, sold, 'creator')).toBe(false)
  expect(mayReopen({ ...closed, revokedFor: 'admin' }, sold, 'admin')).toBe(true)
})
