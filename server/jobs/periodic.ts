import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseUnavailable } from '../db/health.ts'
import { checkCheckoutSurges, settleDueCheckouts } from '../features/buying/checkout/jobs.ts'
import { refundUnansweredRequests } from '../features/buying/refunds/decide-refund.ts'
import { retryPendingRefunds } from '../features/buying/refunds/execute-refund.ts'
import { verifyDeliverability } from '../features/buying/settlement/undeliverable.ts'
import { deleteExpiredVisitors } from '../features/earning/analytics/view-buffer.ts'
import { enqueueWeeklySummaries } from '../features/earning/pro/weekly-summary.tsx'
import { sealPostings } from '../features/money/ledger/seal.ts'
import { resumeStaleRuns, startCalendarRun } from '../features/money/payouts/runs.ts'
import { retryTransfers } from '../features/money/payouts/transfers.ts'
import { syncDueSubscriptions } from '../features/money/subscriptions/sync.ts'
import { recordReadings } from '../features/operating/monitoring/samples.ts'
import { closeMonthlyReports } from '../features/operating/monthly-reports/reports.ts'
import { mergeSearchIndex } from '../features/operating/orders/repository.ts'
import { deleteExpiredData } from '../features/operating/privacy/retention.ts'
import { fetchMissedEvents, replayEvents } from '../features/operating/webhooks/webhooks.ts'
import { removeExpiredCodes } from '../features/people/sign-in/codes.ts'
import { deleteUnreferencedFiles } from '../features/selling/content/update-content.ts'
import { enqueueFollowerUpdates } from '../features/selling/creators/follow.ts'
import { checkLastBackup } from '../features/site/backups/last-backup.ts'
import { areClocksInStep, checkClock } from '../features/site/instance/clock-skew.ts'
import { checkProvider, recordPeriodicRun } from '../features/site/instance/health.ts'
import { checkStore } from '../features/site/storage/store-sentinel.ts'
import { checkMailer } from '../features/telling/alerts/mail-server.ts'
import { enqueueAlertDigests } from '../features/telling/alerts/notices.ts'
import { deleteExpiredCounters } from '../http/rate-limit.ts'
import type { Ports } from '../ports/index.ts'

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
