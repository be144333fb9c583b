import { expect, test } from 'vitest'
import { balanceSummary, waitingText } from './payout-funds.tsx'

const funds = {
  currency: 'USD',
  state: 'limited' as const,
  available: '120.00',
  pending: '0.00',
  otherCurrencies: [],
  unsentCount: 0,
  waitingCount: 0,
  waitingAmount: '0.00',
  missingAmount: null,
  platformPayoutFailure: null,
}

test('the summary says what can be transferred and what settles later', () => {
  expect(balanceSummary(funds)).toBe('Your balance at the card provider has $120.00 for transfers.')
  expect(balanceSummary({ ...funds, pending: '30.00' })).toContain('and $30.00 settles later')
})

test('an unknown balance and one in another currency are named', () => {
  expect(balanceSummary({ ...funds, state: 'unavailable', available: null })).toContain('doesn’t respond')
  expect(balanceSummary({ ...funds, available: '0.00', otherCurrencies: ['EUR', 'GBP'] })).toContain(
    'is in EUR and GBP, which transfers in USD can’t use',
  )
})

test('waiting transfers say their sum and what is missing', () => {
  expect(waitingText(funds)).toBeUndefined()
  expect(
    waitingText({ ...funds, waitingCount: 2, waitingAmount: '320.00', missingAmount: '200.00' }),
  ).toMatch(/^2 transfers of \$320\.00 wait for your balance: \$200\.00 is missing\./)
  expect(waitingText({ ...funds, waitingCount: 1, waitingAmount: '80.00' })).toMatch(
    /^1 transfer of \$80\.00 waits/,
  )
})
