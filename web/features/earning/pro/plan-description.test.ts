import { expect, test } from 'vitest'
import type { Subscription } from '../../../../contract/subscriptions.ts'
import { planDescription } from './plan-section.tsx'

const free: Subscription = {
  plan: 'creator',
  state: 'none',
  currentPeriodEnd: null,
  cancelAtPeriodEnd: false,
  gracePeriodEndsAt: null,
  confirmationUrl: null,
  paymentUrl: null,
  withdrawal: null,
  monthlyPrice: '99.00',
  currency: 'USD',
  invoices: [],
}
const pro: Subscription = {
  ...free,
  plan: 'pro',
  state: 'active',
  currentPeriodEnd: '2026-12-21T10:00:00.000Z',
}

test('the description of each plan state says what is charged and until when', () => {
  expect(planDescription(free, '20%')).toBe(
    'Free forever: we keep 20% of each sale. With Pro, you keep it all for $99.00 a month.',
  )
  expect(planDescription({ ...free, monthlyPrice: null }, '20%')).toBe(
    'Free forever: we keep 20% of each sale. Pro isn’t available on this site right now.',
  )
  expect(planDescription(pro, '20%')).toBe(
    'You keep 100% of every sale. $99.00 a month, next on December 21, 2026.',
  )
  expect(planDescription({ ...pro, cancelAtPeriodEnd: true }, '20%')).toBe(
    'Pro is canceled, and you keep it until December 21, 2026. You won’t be charged again.',
  )
  expect(
    planDescription({ ...pro, state: 'past_due', gracePeriodEndsAt: '2026-12-30T10:00:00.000Z' }, '20%'),
  ).toContain('You keep Pro until December 30, 2026.')
  expect(planDescription({ ...pro, plan: 'creator', state: 'past_due' }, '20%')).toContain(
    'so Pro is paused until it does.',
  )
})

test('a renewal that the bank asks about says so', () => {
  const unpaid = { ...pro, state: 'past_due', confirmationUrl: '/sandbox/renewals/sub_1' } as const

  expect(planDescription({ ...unpaid, gracePeriodEndsAt: '2027-01-04T10:00:00.000Z' }, '20%')).toBe(
    'Your bank wants you to confirm this month’s payment of $99.00. You keep Pro until January 4, 2027.',
  )
  expect(planDescription({ ...unpaid, plan: 'creator' }, '20%')).toBe(
    'Your bank wants you to confirm this month’s payment of $99.00. Pro is paused until you do.',
  )
})
