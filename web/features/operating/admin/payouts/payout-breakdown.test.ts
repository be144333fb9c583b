import { expect, test } from 'vitest'
import { payoutStages } from '../../../../../contract/admin-payouts.ts'
import { runSummary } from './summary.tsx'

const none = { amount: 0, creators: 0 }
const stages = {
  paid: none,
  in_transit: none,
  to_pay_manually: none,
  ready: none,
  below_minimum: none,
  payout_method_missing: none,
  suspended: none,
}

test('the summary of a payout run has the creators it pays and skips', () => {
  const text = runSummary({
    currency: 'USD',
    stages: {
      ...stages,
      ready: { amount: 2666.4, creators: 4 },
      payout_method_missing: { amount: 506, creators: 3 },
      below_minimum: { amount: 12.8, creators: 1 },
    },
  })

  expect(text).toBe(
    'Process All Payouts pays $2,666.40 to 4 creators. It skips 3 without a payout method, 1 below the minimum.',
  )
})

test('the summary of a payout run without a creator to pay says so', () => {
  expect(runSummary({ currency: 'USD', stages })).toBe('No one is due a payout right now.')
  expect(runSummary({ currency: 'USD', stages: { ...stages, suspended: { amount: 30, creators: 1 } } })).toBe(
    'No one can be paid right now: 1 suspended.',
  )
  expect(Object.keys(stages).toSorted()).toEqual([...payoutStages].toSorted())
})
