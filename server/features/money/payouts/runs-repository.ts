import { and, desc, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import type { PayoutState } from '../../../../contract/payouts.ts'
import { formatMonth, type Month } from '../../../../domain/dates.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { findRow, updateRow } from '../../../db/rows.ts'
import { payoutRunItems, payoutRuns, payouts, users } from '../../../db/schema/index.ts'
import { creatorFundsCte, type MonthQuery } from './funds.ts'
import { payoutStatusSql } from './payout-status.ts'

export type RunRow = typeof payoutRuns.$inferSelect
export type RunItemRow = typeof payoutRunItems.$inferSelect

/**
 * Inserts a run with an item for every creator with a balance. Creators who can't be paid now are skipped at once; the others
 * are decided one by one under their locks. Undefined when a run for this month is in progress.
 */
export async function insertRun(tx: Tx, run: typeof payoutRuns.$inferInsert, query: MonthQuery) {
  const [row] = await tx.insert(payoutRuns).values(run).onConflictDoNothing().returning()
  if (!row) return undefined
  await tx.execute(sql`
    insert into payout_run_items (run_id, creator_id, status, skip_reason, amount)
    ${creatorFundsCte(query)}, decisions as (
      select creators.creator_id, creators.available, ${payoutStatusSql(query, sql`creators.available`)} as decision
      from creators join users u on u.id = creators.creator_id where creators.balance <> 0
    )
    select ${row.id}::bigint, creator_id, case decision when 'ready' then 'pending' else 'skipped' end,
      nullif(decision, 'ready'), case decision when 'ready' then 0 else available end
    from decisions`)
  return row
}

export function findRunningRun(db: Db, period: Month): Promise<RunRow | undefined> {
  return findRow(db, payoutRuns, { month: formatMonth(period), state: 'running' })
}

/** Creators of pending items after a creator, in the order of their ids. */
export async function selectPendingItems(
  db: Db,
  { runId, after, limit }: { runId: number; after: string | undefined; limit: number },
): Promise<Array<string>> {
  const { creatorId, status } = payoutRunItems
  const rows = await db
    .select({ creatorId })
    .from(payoutRunItems)
    .where(
      and(
        eq(payoutRunItems.runId, runId),
        eq(status, 'pending'),
        after === undefined ? undefined : gt(creatorId, after),
      ),
    )
    .orderBy(creatorId)
    .limit(limit)
  return rows.map((row) => row.creatorId)
}

/** True once for each item: a second caller finds it processed. The caller holds the creator's lock. */
export async function isItemPending(tx: Tx, runId: number, creatorId: string): Promise<boolean> {
  const item = await findRow(tx, payoutRunItems, { runId, creatorId })
  return item?.status === 'pending'
}

/** Undefined when it is completed already. */
export function completeRun(db: Db, id: number, now: Date): Promise<RunRow | undefined> {
  return updateRow(db, payoutRuns, { id, state: 'running' }, { state: 'completed', finishedAt: now })
}

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
export async function countOpenTransfers(db: Db, runId: number) {
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
