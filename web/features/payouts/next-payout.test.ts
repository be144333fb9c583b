import { expect, test } from 'vitest'
import { nextPayoutText } from './next-payout.ts'

const usd = { currency: 'USD' }

test('the text for a balance over the minimum has its amount, destination and date', () => {
  const destination = 'PayPal to mara@pay.example'

  expect(nextPayoutText({ ...usd, availableBalance: 99.3, destination })).toBe(
    'You have $99.30 ready. It goes out in the next monthly payout run, by PayPal to mara@pay.example.',
  )
})

test('the text for a balance over the minimum without a payout method asks for one', () => {
  expect(nextPayoutText({ ...usd, availableBalance: 99.3 })).toBe(
    'You have $99.30 ready. Add a payout method and it goes out in the next run.',
  )
})

test('the text for a balance under the minimum says how much is missing', () => {
  expect(nextPayoutText({ ...usd, availableBalance: 8 })).toContain(
    'You have $8.00. Payouts start at $25.00, so $17.00 to go.',
  )
})

test('the text for an empty or negative balance has only the minimum', () => {
  expect(nextPayoutText({ ...usd, availableBalance: 0 })).toMatch(/^Payouts start at \$25\.00\./)
  expect(nextPayoutText({ ...usd, availableBalance: -3, destination: 'PayPal to a@b.co' })).toMatch(
    /^Payouts start at \$25\.00\. Your payouts go out monthly, by PayPal/,
  )
})
