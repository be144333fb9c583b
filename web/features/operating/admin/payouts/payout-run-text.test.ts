import { expect, test } from 'vitest'
import { progressText, resultText } from './process-payouts.tsx'

const run = {
  paidCount: 2,
  manualCount: 2,
  skippedCount: 1,
  waitingCount: 0,
  failedCount: 0,
  amount: '163.60',
  manualAmount: '163.60',
  currency: 'USD',
}

test('the result of a run does not call manual payouts paid', () => {
  expect(progressText(run)).toBe('2 to pay manually, 1 skipped')
  expect(resultText(run)).toBe('2 to pay manually, $163.60 total.')
})

test('the result of a run counts transfers and manual payouts separately', () => {
  const mixed = { ...run, paidCount: 3, amount: '263.60' }

  expect(progressText(mixed)).toBe('1 sent automatically, 2 to pay manually, 1 skipped')
  expect(resultText(mixed)).toBe('1 sent automatically. 2 to pay manually, $163.60.')
  expect(resultText({ ...run, manualCount: 0 })).toBe('2 sent automatically, $163.60 total.')
})

test('the result of a run that paid no one says so', () => {
  expect(resultText({ ...run, paidCount: 0, manualCount: 0 })).toBe('No one was due a payout.')
})

test('the result of a run calls a transfer sent only when it was', () => {
  const transfers = {
    ...run,
    manualCount: 0,
    paidCount: 4,
    waitingCount: 2,
    failedCount: 1,
    amount: '400.00',
  }

  expect(progressText(transfers)).toBe(
    '1 sent automatically, 2 will be sent automatically, 1 failed or returned, 0 to pay manually, 1 skipped',
  )
  expect(resultText({ ...transfers, waitingCount: 4, failedCount: 0 })).toBe(
    '4 will be sent automatically, $400.00 total.',
  )
})
