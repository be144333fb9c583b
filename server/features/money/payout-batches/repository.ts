import { and, desc, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/database.ts'
import { findRow, hasRow } from '../../../db/rows.ts'
import { payoutBatches, payoutResults, payouts, users } from '../../../db/schema/index.ts'

export type BatchRow = typeof payoutBatches.$inferSelect
export type ResultRecord = typeof payoutResults.$inferSelect
type PayoutRow = typeof payouts.$inferSelect

/** A batch with the sums of its payouts. */
export type BatchWithSums = BatchRow & {
  payoutCount: number
  processingCount: number
  paidCount: number
  returnedCount: number
  amount: number
  downloadedByName: string | null
  isRecording: boolean
}

/** Payouts to make manually that are in no batch. */
const isUnbatched = and(
  eq(payouts.state, 'processing'),
  isNull(payouts.batchId),
  ne(payouts.method, 'transfer'),
)

/** Payouts in no batch after an id, in its order. */
export function selectUnbatched(db: Db, after: number, limit: number): Promise<Array<PayoutRow>> {
  return db
    .select()
    .from(payouts)
    .where(and(isUnbatched, gt(payouts.id, after)))
    .orderBy(payouts.id)
    .limit(limit)
}

export async function sumUnbatched(db: Db, month: string): Promise<{ count: number; amount: number }> {
  const [row] = await db
    .select({ count: sql<string>`count(*)`, amount: sql<string>`coalesce(sum(${payouts.amount}), 0)` })
    .from(payouts)
    .where(and(isUnbatched, eq(payouts.month, month)))
  return { count: Number(row?.count ?? 0), amount: Number(row?.amount ?? 0) }
}

/** The batches that have payouts: of a month or by id, in the order of their numbers. */
export async function selectBatches(
  db: Db,
  filter: { month: string } | { ids: ReadonlyArray<number> },
  limit: number,
): Promise<Array<BatchWithSums>> {
  const condition =
    'month' in filter ? eq(payoutBatches.month, filter.month) : inArray(payoutBatches.id, [...filter.ids])
  const countOf = (...states: Array<PayoutRow['state']>) =>
    sql<string>`count(*) filter (where ${inArray(payouts.state, states)})`
  const rows = await db
    .select({
      batch: payoutBatches,
      downloadedByName: sql<
        string | null
      >`(select coalesce(first_name, email) from ${users} where ${users.id} = ${payoutBatches.downloadedBy})`,
      isRecording: sql<boolean>`exists (select from ${payoutResults}
        where ${payoutResults.batchId} = ${payoutBatches.id} and ${payoutResults.finishedAt} is null)`,
      payoutCount: sql<string>`count(*)`,
      processingCount: countOf('processing'),
      paidCount: countOf('paid'),
      returnedCount: countOf('returned', 'failed'),
      amount: sql<string>`sum(${payouts.amount})`,
    })
    .from(payoutBatches)
    .innerJoin(payouts, eq(payouts.batchId, payoutBatches.id))
    .where(condition)
    .groupBy(payoutBatches.id)
    .orderBy(payoutBatches.month, payoutBatches.count)
    .limit(limit)
  return rows.map(({ batch, downloadedByName, isRecording, ...sums }) => ({
    ...batch,
    downloadedByName,
    isRecording,
    payoutCount: Number(sums.payoutCount),
    processingCount: Number(sums.processingCount),
    paidCount: Number(sums.paidCount),
    returnedCount: Number(sums.returnedCount),
    amount: Number(sums.amount),
  }))
}

/** Locks a batch until the transaction ends; undefined without it, and when it was dissolved. */
export async function lockBatch(tx: Tx, id: number): Promise<BatchRow | undefined> {
  const [row] = await tx
    .select()
    .from(payoutBatches)
    .where(and(eq(payoutBatches.id, id), isNull(payoutBatches.dissolvedAt)))
    .for('no key update')
  return row
}

/** The unpaid payouts of a batch, locked in the order of their ids. */
export function lockProcessing(tx: Tx, batchId: number): Promise<Array<PayoutRow>> {
  return tx
    .select()
    .from(payouts)
    .where(and(eq(payouts.batchId, batchId), eq(payouts.state, 'processing')))
    .orderBy(payouts.id)
    .for('no key update')
}

/** The largest payouts of a batch with their creators. */
export function selectLargest(db: Db, batchId: number, limit: number) {
  return db
    .select({ payout: payouts, name: users.firstName, email: users.email })
    .from(payouts)
    .innerJoin(users, eq(users.id, payouts.creatorId))
    .where(eq(payouts.batchId, batchId))
    .orderBy(desc(payouts.amount), payouts.id)
    .limit(limit)
}

export function selectPayoutsOfBatch(db: Db, batchId: number): Promise<Array<PayoutRow>> {
  return db.select().from(payouts).where(eq(payouts.batchId, batchId)).orderBy(payouts.id)
}

/** The numbers of the batches of payouts that exist; null for one that is in none. */
export async function selectBatchesOf(
  db: Db,
  payoutIds: ReadonlyArray<number>,
): Promise<Map<number, Pick<BatchRow, 'month' | 'count'> | null>> {
  const { month, count } = payoutBatches
  const rows = await db
    .select({ id: payouts.id, month, count })
    .from(payouts)
    .leftJoin(payoutBatches, eq(payoutBatches.id, payouts.batchId))
    .where(sql`${payouts.id} = any(${sql.param([...payoutIds])}::bigint[])`)
  return new Map(
    rows.map((row) => [
      row.id,
      row.month === null || row.count === null ? null : { month: row.month, count: row.count },
    ]),
  )
}

/** The results of a batch without their rows, of which there may be thousands. */
export function selectResults(db: Db, batchId: number, limit: number) {
  const countOf = (state: 'paid' | 'returned') =>
    sql<number>`jsonb_array_length(jsonb_path_query_array(${payoutResults.rows}, ${`$[*] ? (@.state == "${state}")`}::jsonpath))`
  const { fileName, createdAt } = payoutResults
  return db
    .select({ fileName, createdAt, email: users.email, paid: countOf('paid'), returned: countOf('returned') })
    .from(payoutResults)
    .innerJoin(users, eq(users.id, payoutResults.createdBy))
    .where(eq(payoutResults.batchId, batchId))
    .orderBy(desc(payoutResults.createdAt), desc(payoutResults.id))
    .limit(limit)
}

export async function findResult(db: Db, id: number): Promise<ResultRecord | undefined> {
  return findRow(db, payoutResults, { id })
}

export async function selectPayoutNames(
  db: Db,
  payoutIds: ReadonlyArray<number>,
): Promise<Map<number, { name: string | null; email: string }>> {
  if (payoutIds.length === 0) return new Map()
  const rows = await db
    .select({ id: payouts.id, name: users.firstName, email: users.email })
    .from(payouts)
    .innerJoin(users, eq(users.id, payouts.creatorId))
    .where(inArray(payouts.id, [...payoutIds]))
  return new Map(rows.map(({ id, name, email }) => [id, { name, email }]))
}

/** Whether a result of a batch is not recorded to its end. */
export function isBeingRecorded(db: Db, batchId: number): Promise<boolean> {
  return hasRow(db, payoutResults, and(eq(payoutResults.batchId, batchId), isNull(payoutResults.finishedAt)))
}
