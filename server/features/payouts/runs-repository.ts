import { and, desc, eq, sql } from 'drizzle-orm'
import type { Month } from '../../../domain/month.ts'
import type { Db, Tx } from '../../db/database.ts'
import { ledgerTotals, payoutRunLines, payoutRuns, users } from '../../db/schema/index.ts'

export type RunRow = typeof payoutRuns.$inferSelect
export type RunItemRow = typeof payoutRunLines.$inferSelect

/** Begins a run with a line for everybody whose account is not empty. Undefined when one for this month is in hand. */
export async function insertRun(tx: Tx, run: typeof payoutRuns.$inferInsert): Promise<RunRow | undefined> {
  const [row] = await tx.insert(payoutRuns).values(run).onConflictDoNothing().returning()
  if (!row) return undefined
  const creators = tx
    .select({
      runId: sql`${row.id}::bigint`.as('run_id'),
      creatorId: users.id,
      outcome: sql`'waiting'`.as('outcome'),
      reason: sql`null`.as('reason'),
      amount: sql`0`.as('amount'),
    })
    .from(ledgerTotals)
    .innerJoin(users, eq(sql`'creator/' || ${users.id}`, ledgerTotals.account))
    .groupBy(users.id)
    .having(sql`sum(${ledgerTotals.amount}) <> 0`)
  await tx.insert(payoutRunLines).select(creators)
  return row
}

export async function findRun(db: Db, id: number): Promise<RunRow | undefined> {
  const [row] = await db.select().from(payoutRuns).where(eq(payoutRuns.id, id))
  return row
}

export async function findRunningRun(db: Db, { year, month }: Month): Promise<RunRow | undefined> {
  const { state } = payoutRuns
  const [row] = await db
    .select()
    .from(payoutRuns)
    .where(and(eq(payoutRuns.year, year), eq(payoutRuns.month, month), eq(state, 'running')))
  return row
}

/** Some of those whose turn has not come. */
export async function selectPendingItems(db: Db, runId: number, limit: number): Promise<Array<string>> {
  const rows = await db
    .select({ creatorId: payoutRunLines.creatorId })
    .from(payoutRunLines)
    .where(and(eq(payoutRunLines.runId, runId), eq(payoutRunLines.outcome, 'waiting')))
    .limit(limit)
  return rows.map(({ creatorId }) => creatorId)
}

/** True once for each line: whoever asks second finds it decided. The caller holds the creator's lock. */
export async function isItemPending(tx: Tx, runId: number, creatorId: string): Promise<boolean> {
  const [row] = await tx
    .select({ outcome: payoutRunLines.outcome })
    .from(payoutRunLines)
    .where(and(eq(payoutRunLines.runId, runId), eq(payoutRunLines.creatorId, creatorId)))
  return row?.outcome === 'waiting'
}

export async function updateRunItem(
  tx: Tx,
  { runId, creatorId }: Pick<RunItemRow, 'runId' | 'creatorId'>,
  decision: Pick<RunItemRow, 'outcome' | 'reason' | 'amount'>,
): Promise<void> {
  await tx
    .update(payoutRunLines)
    .set(decision)
    .where(and(eq(payoutRunLines.runId, runId), eq(payoutRunLines.creatorId, creatorId)))
}

export async function completeRun(db: Db, id: number, now: Date): Promise<void> {
  await db
    .update(payoutRuns)
    .set({ state: 'done', finishedAt: now })
    .where(and(eq(payoutRuns.id, id), eq(payoutRuns.state, 'running')))
}

/** How many lines of a run have which outcome, and the cents they paid. */
export async function countRunItems(db: Db, runId: number) {
  const { outcome, amount } = payoutRunLines
  const rows = await db
    .select({ outcome, lines: sql<string>`count(*)`, amount: sql<string>`sum(${amount})` })
    .from(payoutRunLines)
    .where(eq(payoutRunLines.runId, runId))
    .groupBy(outcome)
  const of = (wanted: RunItemRow['outcome']) => rows.find((row) => row.outcome === wanted)
  const counts = (wanted: RunItemRow['outcome']) => Number(of(wanted)?.lines ?? 0)
  return {
    waiting: counts('waiting'),
    paid: counts('paid'),
    skipped: counts('skipped'),
    amount: Number(of('paid')?.amount ?? 0),
  }
}

/** Those a run skipped, the ones with the most money first. `amount` is what they could have been paid. */
export async function selectSkippedItems(db: Db, runId: number, limit: number) {
  return db
    .select({ line: payoutRunLines, name: users.firstName, email: users.email })
    .from(payoutRunLines)
    .innerJoin(users, eq(users.id, payoutRunLines.creatorId))
    .where(and(eq(payoutRunLines.runId, runId), eq(payoutRunLines.outcome, 'skipped')))
    .orderBy(desc(payoutRunLines.amount), payoutRunLines.creatorId)
    .limit(limit)
}
