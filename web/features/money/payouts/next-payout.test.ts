import { expect, test } from 'vitest'
import { heldText, nextPayoutText } from './payout-section.tsx'

const usd = { currency: 'USD', minPayoutAmount: '25.00', nextPayoutAt: null }

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

test('the text names the date of a payout calendar', () => {
  const calendar = { ...usd, nextPayoutAt: '2026-12-05T06:00:00.000Z' }
  const destination = 'PayPal to m•••@pay.example'

  expect(nextPayoutText({ ...calendar, availableBalance: 99.3, destination })).toBe(
    'You have $99.30 ready. It goes out in the payout run on December 5, 2026, by PayPal to m•••@pay.example.',
  )
  expect(nextPayoutText({ ...calendar, availableBalance: 99.3 })).toMatch(
    /Add a payout method and it goes out in the payout run on December 5, 2026\.$/,
  )
  expect(nextPayoutText({ ...calendar, availableBalance: 8, destination })).toMatch(
    /\$17\.00 to go\. The next payout run is on December 5, 2026, by PayPal/,
  )
})

test('the text for a currency without decimals has its own minimum', () => {
  const yen = { currency: 'JPY', minPayoutAmount: '3000', nextPayoutAt: null }

  expect(nextPayoutText({ ...yen, availableBalance: 1_000 })).toContain(
    'You have ¥1,000. Payouts start at ¥3,000, so ¥2,000 to go.',
  )
})

const state = {
  confirm: null,
  usedFrom: null,
  usedUntilThen: null,
  transfersFrom: null,
  notMePath: null,
}

test('the text says what a payout waits for, and no destination that is not used yet', () => {
  const waiting = { ...state, usedFrom: '2026-11-29T12:00:00.000Z' }
  const held = heldText({ state: waiting, payee: undefined, isByTransfer: false })

  expect(nextPayoutText({ ...usd, availableBalance: 99.3, destination: 'Wise to a@b.co', held })).toBe(
    'You have $99.30 ready. It goes out in the first run after November 29, 2026, when your new details are used.',
  )
  expect(
    heldText({
      state: { ...waiting, usedUntilThen: { payoutMethod: 'paypal', payoutEmail: 'm' } },
      payee: undefined,
      isByTransfer: false,
    }),
  ).toBeUndefined()
})

test('a returned payout is asked about unless payouts go by transfer', () => {
  const returned = { ...state, confirm: { reason: 'returned' as const, payout: null } }

  expect(heldText({ state: returned, payee: undefined, isByTransfer: false })).toBe(
    'Confirm or change where it goes, and it goes out in the next run.',
  )
  expect(heldText({ state: returned, payee: undefined, isByTransfer: true })).toBeUndefined()
})
