import { expect, test } from 'vitest'
import type { Payout } from '../../../../contract/payouts.ts'
import { payoutSteps } from './payout-timeline.tsx'

const payout: Payout = {
  id: 3,
  amount: '964.00',
  currency: 'USD',
  state: 'paid',
  payoutMethod: 'paypal',
  payoutEmail: 'mara@example.com',
  reference: null,
  notes: null,
  createdAt: '2026-11-01T08:00:00.000Z',
  paidAt: '2026-11-02T08:00:00.000Z',
  returnedAt: null,
  waitReason: null,
}
const situation = {
  history: [payout],
  availableBalance: 120,
  currency: 'USD',
  minPayoutAmount: '25.00',
  nextPayoutAt: null as string | null,
  payoutEnabled: true,
  now: new Date('2026-12-31T22:00:00.000Z'),
}
const titles = (change: Partial<typeof situation>) =>
  payoutSteps({ ...situation, ...change }).map(({ state, when, title }) => [state, when, title])

test('the timeline has the last payout, the available balance, the next run and its arrival', () => {
  expect(titles({})).toEqual([
    ['done', 'Nov 2, 2026', '$964.00'],
    ['current', 'Today, Dec 31, 2026', '$120.00'],
    ['upcoming', 'From Jan 1, 2027', 'Payout run'],
    ['upcoming', '1-2 business days later', 'In your account'],
  ])
})

test('only the last two payouts are shown, oldest first', () => {
  const history = ['3.00', '2.00', '1.00'].map((amount, id) => ({ ...payout, id, amount }))

  expect(titles({ history }).map(([, , title]) => title)).toEqual([
    '$2.00',
    '$3.00',
    '$120.00',
    'Payout run',
    'In your account',
  ])
})

test('the next run of a balance below the minimum says how much is missing', () => {
  const steps = payoutSteps({ ...situation, availableBalance: 8 })

  expect(steps.at(-1)?.note).toBe('Needs $25.00: $17.00 to go. Smaller amounts roll over.')
})

test('the next run without a payout method asks for one', () => {
  expect(payoutSteps({ ...situation, payoutEnabled: false }).at(-1)?.note).toMatch(/^Add a payout method/)
})

test('with a payout calendar the next run has its day and pays the month before', () => {
  const steps = payoutSteps({ ...situation, nextPayoutAt: '2027-01-05T06:00:00.000Z' })

  expect(steps.at(-2)).toMatchObject({
    when: 'Jan 5, 2027',
    note: 'Includes your sales until Dec 31, 2026.',
  })
})
