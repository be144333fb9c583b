import { expect, test } from 'vitest'
import type { AdminHealth } from '../../../../contract/monitoring.ts'
import { durationText, failuresOf } from './format.ts'

test.each([
  [0, '0 seconds'],
  [1, '1 second'],
  [119, '1 minute'],
  [7_200, '2 hours'],
  [90_000, '1 day'],
])('%d seconds are %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text)
})

test('failures are sentences, the ones that affect buyers first', () => {
  const health = {
    failing: {
      unavailable: ['store'],
      alerts: [{ kind: 'over-refund', count: 2 }],
      failedJobs: 1,
      overdueEmails: 0,
      unbalancedPostings: 0,
    },
    processes: [{ isResponding: false }, { isResponding: true }],
    sweepAgeSeconds: 15,
  } as AdminHealth

  expect(failuresOf(health)).toEqual([
    'The file store doesn’t respond',
    'A process stopped responding',
    expect.stringMatching(/^[A-Z].*, 2 times$/),
    '1 job failed',
  ])
})
