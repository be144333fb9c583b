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
      hasNoWorker: false,
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

test('a site without a worker is told so once, and not also by the tasks that stand still', () => {
  const health = {
    failing: {
      hasNoWorker: true,
      unavailable: [],
      alerts: [],
      failedJobs: 0,
      overdueEmails: 0,
      unbalancedPostings: 0,
    },
    processes: [{ isResponding: true }],
    sweepAgeSeconds: 600,
  } as unknown as AdminHealth

  expect(failuresOf(health)).toEqual([
    'No worker runs, so emails and backups wait. Start a process with ROLE=worker or ROLE=all.',
  ])
})
