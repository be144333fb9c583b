import { and, eq, lt } from 'drizzle-orm'
import { limits } from '../../../contract/limits.ts'
import { AppError } from '../../../domain/errors.ts'
import { formatMonth, isFuture, type Month, parseMonth } from '../../../domain/month.ts'
import { forEachRow } from '../../db/for-each-row.ts'
import { payoutRuns } from '../../db/schema/index.ts'
import type { Viewer } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { lockCreator } from '../accounts/repository.ts'
import { raiseOrUpdateAlert, resolveAlerts } from '../alerts/service.ts'
import { recordAuditEntry } from '../audit/record.ts'
import { areClocksInStep } from '../instance/clock-skew.ts'
import { createDuePayout } from './create-payout.ts'
import { toMonthQuery } from './creator-funds-query.ts'
import { presentRun } from './present.ts'
import {
  completeRun,
  findRun,
  findRunningRun,
  insertRun,
  isItemPending,
  type RunRow,
  selectPendingItems,
  selectSkippedItems,
  updateRunItem,
} from './runs-repository.ts'

/** Creators paid by one job before it enqueues the next, so that no job reaches its time limit. */
const batchSize = 200
/** The delay after which a run without progress is resumed. */
const staleRunMs = 5 * 60_000
const maxListed = limits.maxListed.payoutPreview

/**
 * 'Process All Payouts': inserts the run's items and leaves the rest to jobs, which survive a restart. While a run of
 * this month is in progress, returns that one.
 */
export async function startPayoutRun(ports: Ports, viewer: Viewer, period: Month) {
  const { db, clock } = ports
  const disabledReason = payoutsDisabledReason(ports)
  if (disabledReason) throw new AppError('forbidden', disabledReason)
  if (!(await areClocksInStep(ports)))
    throw new AppError(
      'conflict',
      'The clock of the site or of its database is wrong, so no one is paid. Correct it, then try again.',
    )
  if (isFuture(period, clock.now())) throw new AppError('invalid_input', 'This month hasn’t started yet.')

  const started = await db.transaction(async (tx) => {
    const month = formatMonth(period)
    const newRun = { month, state: 'running', createdBy: viewer.id, createdAt: clock.now() } as const
    const row = await insertRun(tx, newRun, toMonthQuery(ports, period))
    if (!row) return undefined
    await enqueueNextBatch(tx, ports, { runId: row.id })
    const target = `payouts of ${month}`
    await recordAuditEntry(tx, ports, viewer, { action: 'processPayouts', target, after: { run: row.id } })
    return row
  })
  const run = started ?? (await findRunningRun(db, period))
  // It completed in between, so everything due is paid.
  if (!run) throw new AppError('conflict', 'These payouts were just processed. Reload to see them.')
  return presentRun(ports, run)
}

/** A demonstration moves no money, not even manually. */
export function payoutsDisabledReason({ config }: Pick<Ports, 'config'>): string | null {
  return config.demoMode ? 'This is a demo, so no one is paid.' : null
}

/**
 * Pays the next creators of a run, each in a separate transaction. One who can't be paid because of an error stays pending, and
 * those behind them are paid. Safe to run concurrently.
 */
export async function processRunBatch(
  ports: Ports,
  { runId, afterCreatorId }: { runId: string; afterCreatorId?: string },
): Promise<void> {
  const { db, clock, log } = ports
  const run = await findRun(db, Number(runId))
  if (!run || run.state === 'completed') return
  // Holds are decided by the time. The sweep resumes the run once the clocks agree.
  if (!(await areClocksInStep(ports))) return
  const page = { runId: run.id, after: afterCreatorId, limit: batchSize }
  const creatorIds = await selectPendingItems(db, page)
  const failed = await forEachRow(creatorIds, (creatorId) => processCreator(ports, run, creatorId), {
    log,
    message: 'a creator could not be paid, will retry',
    describe: (creatorId) => ({ runId: run.id, creatorId }),
  })
  await updateFailureAlerts(ports, run, { creatorIds, failed })
  const last = creatorIds.at(-1)
  if (last !== undefined && creatorIds.length === batchSize)
    return db.transaction((tx) => enqueueNextBatch(tx, ports, { runId: run.id, after: last }))
  // The sweep resumes a run in which someone is still pending.
  const [pending] = await selectPendingItems(db, { runId: run.id, after: undefined, limit: 1 })
  if (pending === undefined) await completeRun(db, run.id, clock.now())
}

/** Creators who fail for longer than a few minutes are the operator's to look at. */
async function updateFailureAlerts(
  ports: Ports,
  { id, month, createdAt }: RunRow,
  { creatorIds, failed }: { creatorIds: Array<string>; failed: Array<string> },
): Promise<void> {
  if (ports.clock.now().getTime() - createdAt.getTime() < staleRunMs) return
  await ports.db.transaction(async (tx) => {
    for (const creatorId of creatorIds) {
      const target = `payout-run/${id}/${creatorId}`
      const message = `The payout of ${month} to creator ${creatorId} fails every time. We retry it every 15 seconds.`
      if (failed.includes(creatorId))
        await raiseOrUpdateAlert(tx, ports, { kind: 'payout-failing', target, message })
      else await resolveAlerts(tx, ports, { kinds: ['payout-failing'], target })
    }
  })
}

/** Resumes runs whose job was lost; each item is processed once, so a redundant job does no harm. */
export async function resumeStaleRuns(ports: Ports): Promise<void> {
  const before = new Date(ports.clock.now().getTime() - staleRunMs)
  const rows = await ports.db
    .select()
    .from(payoutRuns)
    .where(and(eq(payoutRuns.state, 'running'), lt(payoutRuns.createdAt, before)))
  for (const { id } of rows) await ports.db.transaction((tx) => enqueueNextBatch(tx, ports, { runId: id }))
}

/** The progress of a run. */
export async function getPayoutRun(ports: Ports, id: number) {
  const run = await findRun(ports.db, id)
  if (!run) throw new AppError('not_found', 'We couldn’t find that payout run.')
  const skippedItems = await selectSkippedItems(ports.db, id, maxListed)
  return presentRun(ports, run, skippedItems)
}

async function processCreator(ports: Ports, run: RunRow, creatorId: string): Promise<void> {
  const { id: runId } = run
  const period = parseMonth(run.month)
  await ports.db.transaction(async (tx) => {
    const creator = await lockCreator(tx, creatorId)
    if (!(await isItemPending(tx, runId, creatorId))) return
    const { decision, amount } = await createDuePayout(tx, ports, { runId, period, creator })
    const reason = 'skipped' in decision ? decision.skipped : null
    await updateRunItem(
      tx,
      { runId, creatorId },
      { status: reason ? 'skipped' : 'paid', skipReason: reason, amount },
    )
  })
}

/** Enqueues the job that pays the next creators of a run, or those after a creator. */
export function enqueueNextBatch(
  tx: Parameters<Ports['queue']['enqueue']>[0],
  { queue }: Ports,
  { runId, after }: { runId: number; after?: string },
) {
  return queue.enqueue(
    tx,
    {
      name: 'process-payout-run',
      data: { runId: String(runId), ...(after !== undefined && { afterCreatorId: after }) },
    },
    { singletonKey: after === undefined ? String(runId) : `${runId}/${after}` },
  )
}
