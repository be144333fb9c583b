import { and, desc, eq, inArray, like, lt, or, sql } from 'drizzle-orm'
import type { PayoutState } from '../../../../contract/payouts.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { updateRow } from '../../../db/rows.ts'
import { payoutBatches, payouts, users } from '../../../db/schema/index.ts'
import type { Cursor } from '../../../http/pagination.ts'

export type PayoutRow = typeof payouts.$inferSelect
export type PayoutWithCreator = { payout: PayoutRow; creator: { name: string | null; email: string } }

export async function findPayout(db: Db, id: number): Promise<PayoutWithCreator | undefined> {
  const [row] = await basePayoutQuery(db).where(eq(payouts.id, id))
  return row
}

export async function selectPayoutsByIds(
  db: Db,
  ids: ReadonlyArray<number>,
): Promise<Array<PayoutWithCreator>> {
  return ids.length === 0 ? [] : basePayoutQuery(db).where(inArray(payouts.id, [...ids]))
}

export async function selectPayoutsOf(db: Db, creatorId: string, limit: number): Promise<Array<PayoutRow>> {
  return db
    .select()
    .from(payouts)
    .where(eq(payouts.creatorId, creatorId))
    .orderBy(desc(payouts.createdAt), desc(payouts.id))
    .limit(limit)
}

/** The only payout of a creator that was paid; undefined with none or several. */
export async function findOnlyPaidPayout(db: Db, creatorId: string): Promise<PayoutRow | undefined> {
  const [first, second] = await db
    .select()
    .from(payouts)
    .where(and(eq(payouts.creatorId, creatorId), eq(payouts.state, 'paid')))
    .limit(2)
  return second ? undefined : first
}

type PayoutFilter = {
  year?: number | undefined
  month?: number | undefined
  state?: PayoutState | undefined
  method?: PayoutRow['method'] | undefined
  /** Only payouts after this cursor, so older ones. */
  before?: Cursor | undefined
}

export async function selectPayouts(
  db: Db,
  { year, month, state, method, before }: PayoutFilter,
  limit: number,
): Promise<Array<PayoutWithCreator>> {
  return basePayoutQuery(db)
    .where(
      and(
        year === undefined ? undefined : like(payouts.month, `${year}-%`),
        month === undefined ? undefined : like(payouts.month, `%-${String(month).padStart(2, '0')}`),
        state && eq(payouts.state, state),
        method && eq(payouts.method, method),
        before &&
          or(
            lt(payouts.createdAt, before.at),
            and(eq(payouts.createdAt, before.at), lt(payouts.id, before.id)),
          ),
      ),
    )
    .orderBy(desc(payouts.createdAt), desc(payouts.id))
    .limit(limit)
}

/** Locks the payout's row until the transaction ends. The caller holds the creator's lock. */
export async function lockPayout(tx: Tx, id: number): Promise<PayoutRow> {
  const [row] = await tx.select().from(payouts).where(eq(payouts.id, id)).for('update')
  if (!row) throw new Error(`Payout ${id} does not exist`)
  return row
}

/**
 * Takes a payout out of a batch whose file nobody has yet, because that file must not pay it. The caller holds the payout's
 * lock, for which the download of the file waits.
 */
export async function leaveOpenBatch(tx: Tx, { id, batchId }: PayoutRow): Promise<void> {
  if (batchId === null) return
  const isOpen = sql`exists (select from ${payoutBatches}
    where ${payoutBatches.id} = ${batchId} and ${payoutBatches.downloadedAt} is null)`
  await tx
    .update(payouts)
    .set({ batchId: null })
    .where(and(eq(payouts.id, id), isOpen))
}

type Change = Partial<
  Pick<
    PayoutRow,
    | 'state'
    | 'bankReference'
    | 'creatorMessage'
    | 'paidAt'
    | 'returnedAt'
    | 'providerTransferId'
    | 'providerCode'
    | 'waitReason'
    | 'nextAttemptAt'
    | 'attemptStartedAt'
  >
>

export async function updatePayout(tx: Tx, id: number, change: Change): Promise<PayoutRow> {
  const row = await updateRow(tx, payouts, { id }, change)
  if (!row) throw new Error(`Payout ${id} does not exist`)
  return row
}

function basePayoutQuery(db: Db) {
  const name = sql<string | null>`${users.firstName}`
  return db
    .select({ payout: payouts, creator: { name, email: users.email } })
    .from(payouts)
    .innerJoin(users, eq(users.id, payouts.creatorId))
    .$dynamic()
}
