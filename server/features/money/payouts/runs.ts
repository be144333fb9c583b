import { and, eq, lt } from 'drizzle-orm'
import type { z } from 'zod'
import { limits } from '../../../../contract/limits.ts'
import type * as contract from '../../../../contract/payout-runs.ts'
import { formatMonth, isFuture, type Month, parseMonth } from '../../../../domain/dates.ts'
import { AppError } from '../../../../domain/errors.ts'
import { latestCalendarRun, monthPaidBy, nextCalendarRun } from '../../../../domain/payout.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { forEachRow } from '../../../db/pages-by-key.ts'
import { findRow, updateRow } from '../../../db/rows.ts'
import { auditLog, payoutCalendar, payoutRunItems, payoutRuns } from '../../../db/schema/index.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { lockCreator } from '../../people/accounts/repository.ts'
import { recordAuditEntry } from '../../site/audit/record.ts'
import { areClocksInStep } from '../../site/instance/clock-skew.ts'
import { raiseOrUpdateAlert, resolveAlerts } from '../../telling/alerts/service.ts'
import { createDuePayout } from './create-payout.ts'
import { toMonthQuery } from './funds.ts'
import { presentRun } from './present.ts'
import {
  completeRun,
  findRunningRun,
  insertRun,
  isItemPending,
  type RunRow,
  selectPendingItems,
  selectSkippedItems,
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
  const run = await findRow(db, payoutRuns, { id: Number(runId) })
  if (!run || run.state === 'completed') return
  // It goes on when the owner is no longer the only creator.
  if (ports.settings.current().soloMode) return
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
  if (pending !== undefined) return
  await db.transaction(async (tx) => {
    if (await completeRun(tx, run.id, clock.now()))
      await ports.queue.enqueue(tx, { name: 'make-payout-batches', data: {} })
  })
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

export async function getPayoutRun(ports: Ports, id: number) {
  const run = await findRow(ports.db, payoutRuns, { id })
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
    const change = { status: reason ? 'skipped' : 'paid', skipReason: reason, amount } as const
    await updateRow(tx, payoutRunItems, { runId, creatorId }, change)
  })
}

function enqueueNextBatch(
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

type CalendarRow = typeof payoutCalendar.$inferSelect

const calendarActor = { actorId: 'payout-calendar', actorEmail: 'payout calendar' }

/**
 * Starts the payout run that the calendar has due. Safe in several processes at once: the calendar's row is locked, and
 * the transaction that starts the run moves its date on. A calendar that is new or has another day begins with a date
 * in the future. Runs missed while no process ran are made up by one run.
 */
export async function startCalendarRun(ports: Ports): Promise<void> {
  const { db, clock, settings, log } = ports
  const { payoutDay: dayOfMonth } = settings.current()
  const row = await findCalendar(db)
  if (dayOfMonth === 0 || payoutsDisabledReason(ports)) {
    if (row) await db.delete(payoutCalendar)
    return
  }
  if (row?.dayOfMonth === dayOfMonth && row.nextRunAt > clock.now()) return
  const runId = await db.transaction(async (tx) => {
    const locked = await lockCalendar(tx, ports, dayOfMonth)
    if (locked.dayOfMonth !== dayOfMonth) return moveOn(tx, ports, { dayOfMonth })
    return locked.nextRunAt > clock.now() ? undefined : startRun(tx, ports, locked)
  })
  if (runId !== undefined) log.info({ runId }, 'the payout calendar started a run')
}

/** When payouts start automatically, and the last run that did. */
export async function getPayoutCalendar(
  ports: Ports,
): Promise<z.input<typeof contract.getPayoutCalendar.response>> {
  const dayOfMonth = ports.settings.current().payoutDay
  const lastRunId = (await findCalendar(ports.db))?.lastRunId ?? undefined
  const lastRun = lastRunId === undefined ? undefined : await findRow(ports.db, payoutRuns, { id: lastRunId })
  const next = nextCalendarRun(dayOfMonth, ports.clock.now())
  return {
    dayOfMonth,
    nextRun: dayOfMonth === 0 ? null : { at: next.toISOString(), ...monthPaidBy(next) },
    lastRun: lastRun ? await presentRun(ports, lastRun) : null,
    disabledReason: payoutsDisabledReason(ports),
  }
}

async function findCalendar(db: Db): Promise<CalendarRow | undefined> {
  const [row] = await db.select().from(payoutCalendar)
  return row
}

async function lockCalendar(tx: Tx, { clock }: Ports, dayOfMonth: number): Promise<CalendarRow> {
  const nextRunAt = nextCalendarRun(dayOfMonth, clock.now())
  await tx.insert(payoutCalendar).values({ id: 1, dayOfMonth, nextRunAt }).onConflictDoNothing()
  const [row] = await tx.select().from(payoutCalendar).for('update')
  if (!row) throw new Error('The payout calendar has no row')
  return row
}

/** Undefined while another run of that month is in progress: the next round of the sweep tries again. */
async function startRun(tx: Tx, ports: Ports, { dayOfMonth }: CalendarRow): Promise<number | undefined> {
  const now = ports.clock.now()
  const period = monthPaidBy(latestCalendarRun(dayOfMonth, now))
  const month = formatMonth(period)
  const newRun = { month, state: 'running', createdBy: null, createdAt: now } as const
  const run = await insertRun(tx, newRun, toMonthQuery(ports, period))
  if (!run) return undefined
  await enqueueNextBatch(tx, ports, { runId: run.id })
  await tx.insert(auditLog).values({
    ...calendarActor,
    action: 'processPayouts',
    target: `payouts of ${month}`,
    createdAt: now,
    newValues: { run: run.id },
  })
  await moveOn(tx, ports, { dayOfMonth, lastRunId: run.id })
  return run.id
}

async function moveOn(
  tx: Tx,
  { clock }: Ports,
  change: Pick<CalendarRow, 'dayOfMonth'> & Partial<CalendarRow>,
): Promise<undefined> {
  await tx
    .update(payoutCalendar)
    .set({ ...change, nextRunAt: nextCalendarRun(change.dayOfMonth, clock.now()) })
    .where(eq(payoutCalendar.id, 1))
}
