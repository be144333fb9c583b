import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { PayoutState } from '../../../contract/payouts.ts'
import { formatMonth, type Month } from '../../../domain/month.ts'
import type { Db, Tx } from '../../db/database.ts'
import { ledgerRollups, payoutRunItems, payoutRuns, payouts, users } from '../../db/schema/index.ts'

export type RunRow = typeof payoutRuns.$inferSelect
export type RunItemRow = typeof payoutRunItems.$inferSelect

/** Inserts a run with an item for every creator with a balance. Undefined when one for this month is in progress. */
export async function insertRun(tx: Tx, run: typeof payoutRuns.$inferInsert): Promise<RunRow | undefined> {
  const [row] = await tx.insert(payoutRuns).values(run).onConflictDoNothing().returning()
  if (!row) return undefined
  const creators = tx
    .select({
      runId: sql`${row.id}::bigint`.as('run_id'),
      creatorId: users.id,
      status: sql`'pending'`.as('status'),
      skipReason: sql`null`.as('skip_reason'),
      amount: sql`0`.as('amount'),
    })
    .from(ledgerRollups)
    .innerJoin(users, eq(sql`'creator_balance/' || ${users.id}`, ledgerRollups.account))
    .groupBy(users.id)
    .having(sql`sum(${ledgerRollups.amount}) <> 0`)
  await tx.insert(payoutRunItems).select(creators)
  return row
}

export async function findRun(db: Db, id: number): Promise<RunRow | undefined> {
  const [row] = await db.select().from(payoutRuns).where(eq(payoutRuns.id, id))
  return row
}

export async function findRunningRun(db: Db, period: Month): Promise<RunRow | undefined> {
  const { state } = payoutRuns
  const [row] = await db
    .select()
    .from(payoutRuns)
    .where(and(eq(payoutRuns.month, formatMonth(period)), eq(state, 'running')))
  return row
}

/** Some of the pending items. */
export async function selectPendingItems(db: Db, runId: number, limit: number): Promise<Array<string>> {
  const rows = await db
    .select({ creatorId: payoutRunItems.creatorId })
    .from(payoutRunItems)
    .where(and(eq(payoutRunItems.runId, runId), eq(payoutRunItems.status, 'pending')))
    .limit(limit)
  return rows.map(({ creatorId }) => creatorId)
}

/** True once for each item: a second caller finds it processed. The caller holds the creator's lock. */
export async function isItemPending(tx: Tx, runId: number, creatorId: string): Promise<boolean> {
  const [row] = await tx
    .select({ status: payoutRunItems.status })
    .from(payoutRunItems)
    .where(and(eq(payoutRunItems.runId, runId), eq(payoutRunItems.creatorId, creatorId)))
  return row?.status === 'pending'
}

export async function updateRunItem(
  tx: Tx,
  { runId, creatorId }: Pick<RunItemRow, 'runId' | 'creatorId'>,
  decision: Pick<RunItemRow, 'status' | 'skipReason' | 'amount'>,
): Promise<void> {
  await tx
    .update(payoutRunItems)
    .set(decision)
    .where(and(eq(payoutRunItems.runId, runId), eq(payoutRunItems.creatorId, creatorId)))
}

export async function completeRun(db: Db, id: number, now: Date): Promise<void> {
  await db
    .update(payoutRuns)
    .set({ state: 'completed', finishedAt: now })
    .where(and(eq(payoutRuns.id, id), eq(payoutRuns.state, 'running')))
}

/** The number of a run's items by status, and the amount they paid. */
export async function countRunItems(db: Db, runId: number) {
  const { status, amount } = payoutRunItems
  const rows = await db
    .select({ status, itemCount: sql<string>`count(*)`, amount: sql<string>`sum(${amount})` })
    .from(payoutRunItems)
    .where(eq(payoutRunItems.runId, runId))
    .groupBy(status)
  const rowOf = (itemStatus: RunItemRow['status']) => rows.find((row) => row.status === itemStatus)
  const countOf = (itemStatus: RunItemRow['status']) => Number(rowOf(itemStatus)?.itemCount ?? 0)
  return {
    pending: countOf('pending'),
    paid: countOf('paid'),
    skipped: countOf('skipped'),
    amount: Number(rowOf('paid')?.amount ?? 0),
  }
}

/** The payouts of a run that a person makes. */
export async function sumManualPayouts(db: Db, runId: number): Promise<{ count: number; amount: number }> {
  const [row] = await db
    .select({ count: sql<string>`count(*)`, amount: sql<string>`coalesce(sum(${payouts.amount}), 0)` })
    .from(payouts)
    .where(and(eq(payouts.runId, runId), ne(payouts.method, 'transfer')))
  return { count: Number(row?.count ?? 0), amount: Number(row?.amount ?? 0) }
}

/** The transfers of a run that were not made yet, and those whose money came back. */
export async function countOpenTransfers(
  db: Db,
  runId: number,
): Promise<{ waiting: number; failed: number }> {
  const inState = (...states: Array<PayoutState>) =>
    sql<string>`count(*) filter (where ${inArray(payouts.state, states)})`
  const [row] = await db
    .select({ waiting: inState('processing'), failed: inState('failed', 'returned') })
    .from(payouts)
    .where(and(eq(payouts.runId, runId), eq(payouts.method, 'transfer')))
  return { waiting: Number(row?.waiting ?? 0), failed: Number(row?.failed ?? 0) }
}

/** Skipped creators of a run, largest amounts first. `amount` is what they could have been paid. */
export async function selectSkippedItems(db: Db, runId: number, limit: number) {
  return db
    .select({ item: payoutRunItems, name: users.firstName, email: users.email })
    .from(payoutRunItems)
    .innerJoin(users, eq(users.id, payoutRunItems.creatorId))
    .where(and(eq(payoutRunItems.runId, runId), eq(payoutRunItems.status, 'skipped')))
    .orderBy(desc(payoutRunItems.amount), payoutRunItems.creatorId)
    .limit(limit)
}
