import { expect, test } from 'vitest'
import { isFuture, payoutCutoff } from './dates.ts'
import { payout, payoutPaid, payoutReturn } from './ledger.ts'
import {
  availableAmount,
  canTransition,
  decidePayout,
  holdCutoff,
  type Payee,
  sourceAccountOf,
  toPayoutUnits,
} from './payout.ts'

const movement = { creatorId: '7', amount: 2_500, reference: 'payout/1' }
const payee = {
  payoutMethod: 'wise',
  payoutEmail: 'a@b.de',
  transfersEnabled: false,
  isSuspended: false,
  isCountryBlocked: false,
  lacksDetails: false,
  isWaiting: false,
  confirmReason: null,
} as const

test('a payout moves from creator_balance to payouts_payable to cash_clearing, and a return comes from either', () => {
  expect(payout(movement).entries).toEqual([
    { account: 'creator_balance/7', amount: -2_500 },
    { account: 'payouts_payable/7', amount: 2_500 },
  ])
  expect(payoutPaid(movement).entries).toEqual([
    { account: 'payouts_payable/7', amount: -2_500 },
    { account: 'cash_clearing', amount: 2_500 },
  ])
  expect(payoutReturn(movement, sourceAccountOf('processing')).entries[0]?.account).toBe('payouts_payable/7')
  expect(payoutReturn(movement, sourceAccountOf('paid')).entries[0]?.account).toBe('cash_clearing')
  expect(() => payout({ ...movement, amount: 0 })).toThrow()
})

test('returned and failed payouts are final, and a paid one can only be returned', () => {
  expect(canTransition('processing', 'paid')).toBe(true)
  expect(canTransition('processing', 'failed')).toBe(true)
  expect(canTransition('paid', 'returned')).toBe(true)
  expect(canTransition('paid', 'failed')).toBe(false)
  expect(canTransition('returned', 'paid')).toBe(false)
  expect(canTransition('failed', 'processing')).toBe(false)
})

test('a suspended creator, one below the minimum and one without a method are skipped, in this order', () => {
  expect(decidePayout({ ...payee, isSuspended: true }, 1, 2_500)).toEqual({ skipped: 'suspended' })
  expect(decidePayout({ ...payee, payoutEmail: null }, 2_499, 2_500)).toEqual({ skipped: 'below_minimum' })
  expect(decidePayout({ ...payee, payoutEmail: null }, 2_500, 2_500)).toEqual({
    skipped: 'payout_method_missing',
  })
  expect(decidePayout(payee, 2_500, 2_500)).toEqual({ amount: 2_500, method: 'wise' })
  expect(decidePayout({ ...payee, transfersEnabled: true }, 2_500, 2_500)).toEqual({
    amount: 2_500,
    method: 'transfer',
  })
})

test('a blocked country, details that wait or are missing, and a question hold a payout, in this order', () => {
  const held = { ...payee, isWaiting: true, lacksDetails: true, confirmReason: 'returned' } as const
  const decide = (changes: Partial<Payee>, amount = 2_500) =>
    decidePayout({ ...held, ...changes }, amount, 2_500)

  expect(decide({ isCountryBlocked: true }, 1)).toEqual({ skipped: 'country_blocked' })
  expect(decide({}, 2_499)).toEqual({ skipped: 'below_minimum' })
  expect(decide({ payoutMethod: null, payoutEmail: null })).toEqual({ skipped: 'details_waiting' })
  expect(decide({})).toEqual({ skipped: 'payee_details_missing' })
  expect(decide({ lacksDetails: false })).toEqual({ skipped: 'confirmation_needed' })
  expect(decide({ lacksDetails: false, confirmReason: null })).toEqual({ amount: 2_500, method: 'wise' })
})

test('a returned payout asks about what was typed, a change of someone else about every method', () => {
  const connected = { ...payee, transfersEnabled: true }

  expect(decidePayout({ ...connected, confirmReason: 'returned' }, 2_500, 2_500)).toMatchObject({
    method: 'transfer',
  })
  expect(decidePayout({ ...connected, confirmReason: 'not_me' }, 2_500, 2_500)).toEqual({
    skipped: 'confirmation_needed',
  })
})

test('on-hold and reserved amounts are not available', () => {
  expect(availableAmount({ balance: 10_000, onHold: 4_000, reserved: 800 })).toBe(5_200)
})

test('availableAmount is not below the balance when paid-out sales are on hold', () => {
  expect(availableAmount({ balance: 1_000, onHold: 9_000, reserved: 0 })).toBe(0)
  expect(availableAmount({ balance: 0, onHold: 9_000, reserved: 800 })).toBe(0)
  expect(availableAmount({ balance: -2_000, onHold: 9_000, reserved: 0 })).toBe(-2_000)
})

test('the cutoff includes the last moment of a UTC month and excludes sales newer than seven days', () => {
  const now = new Date('2026-04-20T12:00:00.000Z')
  const march = { year: 2026, month: 3 }

  const cutoffWith = (holdDays: number) => holdCutoff([{ effectiveAt: new Date(0), holdDays }], now)

  expect(payoutCutoff(march, cutoffWith(0))).toEqual(new Date('2026-04-01T00:00:00.000Z'))
  expect(payoutCutoff({ year: 2026, month: 4 }, cutoffWith(7))).toEqual(new Date('2026-04-13T12:00:00.001Z'))
  expect(payoutCutoff({ year: 2026, month: 12 }, cutoffWith(0)).getTime()).toBe(now.getTime() + 1)
  expect(isFuture({ year: 2026, month: 5 }, now)).toBe(true)
  expect(isFuture({ year: 2026, month: 4 }, now)).toBe(false)
})

test('a payout in forints is a whole number of them, and the rest stays in the balance', () => {
  expect(toPayoutUnits(1_234_567, 'HUF')).toBe(1_234_500)
  expect(toPayoutUnits(99, 'HUF')).toBe(0)
  expect(toPayoutUnits(-150, 'HUF')).toBe(-150)
  expect(toPayoutUnits(1_234_567, 'USD')).toBe(1_234_567)
  expect(toPayoutUnits(1_234, 'JPY')).toBe(1_234)
})
