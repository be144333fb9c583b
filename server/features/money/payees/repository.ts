import { and, asc, eq, gt, gte, inArray, isNull, sql } from 'drizzle-orm'
import type { MinorUnits } from '../../../../contract/money.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { findRow, insertRows, sumOf, updateRow } from '../../../db/rows.ts'
import { payees, payouts } from '../../../db/schema/index.ts'

export type PayeeRow = typeof payees.$inferSelect

/** The payee details of now. */
export async function findPayee(db: Db, creatorId: string): Promise<PayeeRow | undefined> {
  const [row] = await db
    .select()
    .from(payees)
    .where(and(eq(payees.creatorId, creatorId), isNull(payees.replacedAt)))
  return row
}

export function findPayeeById(db: Db, id: number): Promise<PayeeRow | undefined> {
  return findRow(db, payees, { id })
}

/** All payee details of a creator that are kept, the oldest first. */
export async function selectPayeesOf(
  db: Db,
  creatorId: string,
  after = 0,
  limit = 1_000,
): Promise<Array<PayeeRow>> {
  return db
    .select()
    .from(payees)
    .where(and(eq(payees.creatorId, creatorId), gt(payees.id, after)))
    .orderBy(asc(payees.id))
    .limit(limit)
}

/** Stores new details in the place of the present ones. The caller holds the creator's lock. */
export async function replacePayee(
  tx: Tx,
  row: Omit<typeof payees.$inferInsert, 'id' | 'replacedAt'>,
): Promise<PayeeRow> {
  await endPayee(tx, row.creatorId, row.createdAt)
  const [stored] = await insertRows(tx, payees, [row])
  return stored
}

/** Ends the present details: they stay while a payout names them, and are deleted otherwise. */
export async function endPayee(tx: Tx, creatorId: string, now: Date): Promise<void> {
  const isCurrent = and(eq(payees.creatorId, creatorId), isNull(payees.replacedAt))
  await tx
    .delete(payees)
    .where(and(isCurrent, sql`not exists (select from payouts p where p.payee_id = ${payees.id})`))
  await tx.update(payees).set({ replacedAt: now }).where(isCurrent)
}

/** What a register said later. Nothing when the details were replaced, or encrypted again, in between. */
export async function updateVat(
  db: Db,
  { id, details: before }: Pick<PayeeRow, 'id' | 'details'>,
  change: Pick<PayeeRow, 'details' | 'vatState'>,
): Promise<boolean> {
  return (await updateRow(db, payees, { id, details: before }, change)) !== undefined
}

/** Current details whose VAT ID no register has answered for, in the order of their ids. */
export async function selectPendingVat(db: Db, after: number, limit: number): Promise<Array<PayeeRow>> {
  return db
    .select()
    .from(payees)
    .where(and(eq(payees.vatState, 'pending'), isNull(payees.replacedAt), gt(payees.id, after)))
    .orderBy(asc(payees.id))
    .limit(limit)
}

/** What a creator's payouts since a time sum to, in minor units, without those that came back. */
export function sumPayoutsSince(db: Db, creatorId: string, since: Date): Promise<MinorUnits> {
  return sumOf(
    db,
    payouts.amount,
    and(
      eq(payouts.creatorId, creatorId),
      inArray(payouts.state, ['processing', 'paid']),
      gte(payouts.createdAt, since),
    ),
  )
}
