import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type * as contract from '../../../contract/payout-runs.ts'
import { formatMonth } from '../../../domain/month.ts'
import { latestCalendarRun, monthPaidBy, nextCalendarRun } from '../../../domain/payout-calendar.ts'
import type { Db, Tx } from '../../db/database.ts'
import { payoutCalendar } from '../../db/schema/index.ts'
import type { Ports } from '../../ports/index.ts'
import { insertAuditEntry } from '../audit/repository.ts'
import { toMonthQuery } from './creator-funds-query.ts'
import { presentRun } from './present.ts'
import { enqueueNextBatch, payoutsDisabledReason } from './process-run.ts'
import { findRun, insertRun } from './runs-repository.ts'

type CalendarRow = typeof payoutCalendar.$inferSelect

/** The actor of the calendar's runs in the audit log. */
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
  const lastRun = lastRunId === undefined ? undefined : await findRun(ports.db, lastRunId)
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
  await insertAuditEntry(tx, {
    ...calendarActor,
    ...{ action: 'processPayouts', target: `payouts of ${month}`, createdAt: now },
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
