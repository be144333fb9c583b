import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseUnavailable } from '../db/health.ts'
import { removeExpiredCodes } from '../features/accounts/code-email.ts'
import { closeMonthlyReports } from '../features/admin/close-monthly-reports.ts'
import { enqueueAlertDigests } from '../features/alert-notices/digest.ts'
import { deleteExpiredVisitors } from '../features/analytics/view-buffer.ts'
import { checkLastBackup } from '../features/backups/check-last-backup.ts'
import { enqueueWeeklySummaries } from '../features/beta-features/weekly-summary-email.ts'
import { checkCheckoutSurges } from '../features/checkout/checkout-surge.ts'
import { deleteUnreferencedFiles } from '../features/content/update-content.ts'
import { enqueueFollowerUpdates } from '../features/creators/notify-followers.ts'
import { areClocksInStep, checkClock } from '../features/instance/clock-skew.ts'
import { recordPeriodicRun } from '../features/instance/delivery-health.ts'
import { checkProvider } from '../features/instance/provider-health.ts'
import { sealPostings } from '../features/ledger/seal-postings.ts'
import { checkMailer } from '../features/mail/alerting-mailer.ts'
import { recordReadings } from '../features/monitoring/record-readings.ts'
import { startCalendarRun } from '../features/payouts/payout-calendar.ts'
import { resumeStaleRuns } from '../features/payouts/process-run.ts'
import { retryTransfers } from '../features/payouts/retry-transfers.ts'
import { retryPendingRefunds } from '../features/refunds/execute-refund.ts'
import { refundUnansweredRequests } from '../features/refunds/refund-unanswered.ts'
import { verifyDeliverability } from '../features/settlement/missing-files.ts'
import { checkStore } from '../features/storage/check-store.ts'
import { fetchMissedEvents } from '../features/webhooks/fetch-missed-events.ts'
import { replayEvents } from '../features/webhooks/replay.ts'
import { deleteExpiredCounters } from '../http/rate-limit.ts'
import type { Ports } from '../ports/index.ts'
import { deleteExpiredData } from './delete-expired-data.ts'
import { mergeSearchIndex } from './merge-search-index.ts'
import { settleDueCheckouts } from './settle-due-checkouts.ts'
import { syncDueSubscriptions } from './sync-due-subscriptions.ts'

/** The signal is aborted when the process stops. */
export type SweepStep = (ports: Ports, signal?: AbortSignal) => Promise<unknown>

/** The interval between two rounds of a lane. */
const intervalMs = 15_000

const recordSweep: SweepStep = ({ db, clock }) => recordPeriodicRun(db, clock.now())
const deleteExpiredRateLimits: SweepStep = ({ db, clock }) => deleteExpiredCounters(db, clock.now())

/**
 * Steps of a lane run sequentially. Lanes are independent, so a step that hangs on the card provider or file store
 * delays its own lane only.
 */
const lanes: Array<Array<SweepStep>> = [
  [checkClock],
  [checkStore],
  [replayEvents],
  [fetchMissedEvents],
  [settleDueCheckouts, recordSweep],
  [checkProvider],
  [checkMailer],
  [verifyDeliverability],
  [retryPendingRefunds, refundUnansweredRequests],
  [syncDueSubscriptions],
  [startCalendarRun, resumeStaleRuns],
  [retryTransfers],
  [deleteUnreferencedFiles],
  [checkCheckoutSurges],
  [enqueueFollowerUpdates],
  [checkLastBackup],
  [recordReadings],
  [
    sealPostings,
    closeMonthlyReports,
    enqueueWeeklySummaries,
    enqueueAlertDigests,
    deleteExpiredRateLimits,
    removeExpiredCodes,
    deleteExpiredVisitors,
  ],
  [deleteExpiredData],
  [mergeSearchIndex],
]

/** Steps in which no deadline is decided and nothing is deleted. The others wait while the clocks disagree. */
const runsWithAnyClock: ReadonlySet<SweepStep> = new Set([
  checkClock,
  checkStore,
  replayEvents,
  checkProvider,
  checkMailer,
  checkLastBackup,
  recordReadings,
  sealPostings,
  mergeSearchIndex,
])

/** Sweeps until the returned function is called, which waits for running steps. */
export function startPeriodicTasks(
  ports: Ports,
  tasks: Array<Array<SweepStep>> = lanes,
): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  const running = tasks.map(async (lane) => {
    while (!signal.aborted) {
      await sweepLane(ports, lane, signal)
      await sleep(intervalMs, undefined, { signal }).catch(() => undefined)
    }
  })
  return async () => {
    stopping.abort()
    await Promise.all(running)
  }
}

/** Runs every step once, in order. */
export async function runPeriodicTasks(ports: Ports): Promise<void> {
  for (const lane of lanes) await sweepLane(ports, lane)
}

/** A failing step does not stop the others. */
async function sweepLane(ports: Ports, lane: Array<SweepStep>, signal?: AbortSignal): Promise<void> {
  for (const step of lane) {
    if (signal?.aborted) return
    await runStep(ports, step, signal).catch((error: unknown) =>
      isDatabaseUnavailable(error)
        ? // One line for all steps (adapters/log-repeats.ts).
          ports.log.error({ err: error }, 'sweep failed without the database, will retry')
        : ports.log.error({ err: error, step: step.name }, 'sweep step failed, will retry'),
    )
  }
}

async function runStep(ports: Ports, step: SweepStep, signal?: AbortSignal): Promise<void> {
  if (runsWithAnyClock.has(step) || (await areClocksInStep(ports))) await step(ports, signal)
}
