import { expect, test } from 'vitest'
import { reverseSubscription, subscriptionRevenue } from './ledger.ts'
import { dueReversals, type ProReversal, proEndReason, withdrawalRefund } from './pro-payment.ts'

const refund = (amount: number, state: ProReversal['state'] = 'succeeded'): ProReversal => ({
  kind: 'refund',
  amount,
  state,
})
const dispute = (amount: number, state: ProReversal['state'] = 'open'): ProReversal => ({
  kind: 'dispute',
  amount,
  state,
})

test.each([
  [[refund(9_900)], [9_900]],
  [
    [refund(4_000), refund(5_900)],
    [4_000, 5_900],
  ],
  [
    [refund(4_000), refund(6_000)],
    [4_000, 0],
  ],
  [[refund(9_900, 'failed')], [0]],
  [[refund(9_900, 'pending')], [0]],
  [[dispute(9_900)], [9_900]],
  [
    [dispute(9_900), refund(4_000)],
    [5_900, 4_000],
  ],
  [[dispute(9_900, 'won')], [0]],
  [[dispute(9_900, 'inquiry')], [0]],
  [
    [dispute(9_900, 'lost'), refund(9_900)],
    [0, 9_900],
  ],
])('%o returns %o', (reversals, due) => {
  expect(dueReversals(9_900, reversals)).toEqual(due)
})

const periodEnd = new Date('2026-12-27T12:00:00.000Z')
const now = new Date('2026-12-01T12:00:00.000Z')

test.each([
  [[refund(9_900)], 'refunded'],
  [[refund(9_899)], undefined],
  [[dispute(9_900)], undefined],
  [[dispute(9_900, 'lost')], 'disputed'],
  [[dispute(9_900, 'won')], undefined],
  [[dispute(1, 'lost')], 'disputed'],
])('%o ends Pro: %s', (reversals, reason) => {
  expect(proEndReason({ amount: 9_900, periodEnd }, reversals, now)).toBe(reason)
})

test('the refund of an earlier month is a courtesy', () => {
  expect(proEndReason({ amount: 9_900, periodEnd: now }, [refund(9_900)], now)).toBeUndefined()
})

test('the tax is owed, and parts of a refund return all of it', () => {
  const terms = { creatorId: '5', amount: 9_900, taxAmount: 1_581 }
  const posting = subscriptionRevenue({ ...terms, reference: 'invoice/1' })
  const returned = { amount: 0, tax: 0 }
  for (const part of [3_333, 3_333, -1_000, 4_234]) {
    const { posting: reversal, taxPart } = reverseSubscription(terms, {
      kind: 'refund',
      reference: 'r',
      part,
      returned: { ...returned },
    })
    expect(reversal.kind).toBe(part > 0 ? 'subscription_refund' : 'subscription_refund_reversal')
    returned.amount += part
    returned.tax += taxPart
  }

  expect(posting.entries).toEqual([
    { account: 'cash_clearing', amount: -9_900 },
    { account: 'platform_revenue', amount: 8_319 },
    { account: 'tax_payable', amount: 1_581 },
  ])
  expect(returned).toEqual({ amount: 9_900, tax: 1_581 })
  expect(() => reverseSubscription(terms, { kind: 'dispute', reference: 'r', part: 1, returned })).toThrow(
    '9901 of 9900',
  )
})

const first = {
  amount: 9_900,
  paidAt: new Date('2026-11-27T12:00:00.000Z'),
  periodEnd,
  hasWithdrawnBefore: false,
}

test('within 14 days everything is refunded, and later nothing', () => {
  expect(withdrawalRefund(first, new Date('2026-12-12T11:59:59.999Z'))).toBe(9_900)
  expect(withdrawalRefund(first, new Date('2026-12-12T12:00:00.000Z'))).toBeUndefined()
  expect(withdrawalRefund({ ...first, amount: 0 }, first.paidAt)).toBeUndefined()
})

test('from the second time on the days that are left are refunded', () => {
  const again = { ...first, hasWithdrawnBefore: true }
  expect(withdrawalRefund(again, first.paidAt)).toBe(9_900)
  expect(withdrawalRefund(again, new Date('2026-12-07T12:00:00.000Z'))).toBe(6_600)
  expect(withdrawalRefund({ ...again, amount: 100 }, new Date('2026-11-27T12:00:01.000Z'))).toBe(97)
})
