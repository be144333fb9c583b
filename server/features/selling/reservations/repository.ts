import { and, asc, count, eq, gt, lte, ne, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/database.ts'
import { insertRows, updateRow } from '../../../db/rows.ts'
import { bundleItems, checkouts, counters, reservations } from '../../../db/schema/index.ts'

export type ReservationRow = typeof reservations.$inferSelect

/** What is counted, such as the uses of one code. */
export type Subject = Pick<ReservationRow, 'kind' | 'subjectId'>

export const isSubject = ({ kind, subjectId }: Subject) =>
  and(eq(counters.kind, kind), eq(counters.subjectId, subjectId))
const ofSubject = ({ kind, subjectId }: Subject) =>
  and(eq(reservations.kind, kind), eq(reservations.subjectId, subjectId))
/** Read again when another transaction has changed the row, because PostgreSQL waits for its lock. */
export const hasRoom = sql`(${counters.max} is null or ${counters.used} + ${counters.reserved} < ${counters.max})`

/**
 * Holds one for a checkout. Waits for others who do the same at this moment, so that nobody is refused while there is one
 * left. False when there is none.
 */
export async function hold(
  tx: Tx,
  subject: Subject,
  { checkoutId, heldUntil }: { checkoutId: number; heldUntil: Date },
): Promise<boolean> {
  const [existing] = await tx
    .select()
    .from(reservations)
    .where(and(ofSubject(subject), eq(reservations.checkoutId, checkoutId)))
    .for('update')
  if (existing?.state === 'held') {
    await updateRow(tx, reservations, { id: existing.id }, { heldUntil })
    return true
  }
  if (existing) return false
  const taken = await tx
    .update(counters)
    .set({ reserved: sql`${counters.reserved} + 1` })
    .where(and(isSubject(subject), hasRoom))
    .returning({ subjectId: counters.subjectId })
  if (taken.length === 0) return false
  await evictPages(tx, subject)
  await insertRows(tx, reservations, [{ ...subject, checkoutId, state: 'held', heldUntil }])
  return true
}

/**
 * Turns everything that a checkout holds into what its sale has used. Money comes first: a checkout whose hold was released,
 * and that was paid all the same, takes one more if there is one, and is a sale in any case. Returns what is used since now.
 */
export async function settleHolds(
  tx: Tx,
  { checkoutId, amount }: { checkoutId: number; amount: number },
): Promise<Array<Subject>> {
  const settled: Array<Subject> = []
  for (const row of await lockReservations(tx, checkoutId)) {
    if (row.state === 'used') continue
    const reserved = row.state === 'held' ? 1 : 0
    const counted = await tx
      .update(counters)
      .set({
        used: sql`${counters.used} + 1`,
        reserved: sql`${counters.reserved} - ${reserved}::int`,
        soldAmount: sql`${counters.soldAmount} + ${amount}::bigint`,
      })
      .where(and(isSubject(row), reserved === 1 ? undefined : hasRoom))
      .returning({ subjectId: counters.subjectId })
    if (counted.length === 0) continue
    await updateRow(tx, reservations, { id: row.id }, { state: 'used' })
    await evictPages(tx, row)
    settled.push(row)
  }
  return settled
}

/** Gives back what a checkout holds, because it can't be paid any more. */
export async function releaseHolds(tx: Tx, checkoutId: number): Promise<void> {
  for (const row of await lockReservations(tx, checkoutId)) {
    if (row.state !== 'held') continue
    await tx
      .update(counters)
      .set({ reserved: sql`${counters.reserved} - 1` })
      .where(isSubject(row))
    await updateRow(tx, reservations, { id: row.id }, { state: 'released' })
    await evictPages(tx, row)
  }
}

/** Gives back what a sale has used, because it was refunded in full. License keys that its buyer has read stay used. */
export async function releaseUses(
  tx: Tx,
  { checkoutId, amount, takenKeysOf }: { checkoutId: number; amount: number; takenKeysOf: Array<number> },
): Promise<void> {
  for (const row of await lockReservations(tx, checkoutId)) {
    if (row.state !== 'used' || (row.kind === 'keys' && takenKeysOf.includes(row.subjectId))) continue
    await tx
      .update(counters)
      .set({
        used: sql`${counters.used} - 1`,
        soldAmount: sql`${counters.soldAmount} - ${amount}::bigint`,
      })
      .where(isSubject(row))
    await updateRow(tx, reservations, { id: row.id }, { state: 'released' })
    await evictPages(tx, row)
  }
}

/** A tip page says how many copies are left, and whether one can be bought now. That of a bundle needs the keys of its items. */
export async function evictPages(tx: Tx, { kind, subjectId }: Subject): Promise<void> {
  if (kind === 'keys')
    await tx.execute(sql`select pg_notify('content_changed', sold.id::text) from (
      select ${subjectId}::bigint as id union select ${bundleItems.bundleId} from ${bundleItems}
      where ${bundleItems.contentId} = ${subjectId} and ${bundleItems.removedAt} is null) sold`)
  if (kind === 'stock') await tx.execute(sql`select pg_notify('content_changed', ${String(subjectId)}::text)`)
}

/** In one order, so that two writers of the same checkout don't deadlock. */
function lockReservations(tx: Tx, checkoutId: number): Promise<Array<ReservationRow>> {
  return tx
    .select()
    .from(reservations)
    .where(eq(reservations.checkoutId, checkoutId))
    .orderBy(asc(reservations.kind), asc(reservations.subjectId))
    .for('update')
}

type NewCounter = Subject & { creatorId: string; max: number | null }

export async function insertCounters(tx: Tx, rows: ReadonlyArray<NewCounter>): Promise<void> {
  await insertRows(tx, counters, rows)
}

/** Changes the limit. False when more are used or held than it would allow. */
export async function setMax(tx: Tx, subject: Subject, max: number | null): Promise<boolean> {
  const changed = await tx
    .update(counters)
    .set({ max })
    .where(
      and(
        isSubject(subject),
        max === null ? undefined : lte(sql`${counters.used} + ${counters.reserved}`, max),
      ),
    )
    .returning({ subjectId: counters.subjectId })
  return changed.length > 0
}

/** How many running payments of other browsers hold one and keep it, although somebody else might need it. */
export async function countKeptHolds(
  db: Db,
  subject: Subject,
  { now, cookieHash }: { now: Date; cookieHash: string | undefined },
): Promise<number> {
  const [row] = await db
    .select({ holds: count() })
    .from(reservations)
    .innerJoin(checkouts, eq(checkouts.id, reservations.checkoutId))
    .where(
      and(
        ofSubject(subject),
        eq(reservations.state, 'held'),
        gt(reservations.heldUntil, now),
        cookieHash === undefined ? undefined : ne(checkouts.buyerCookieHash, cookieHash),
      ),
    )
  return row?.holds ?? 0
}

/** The most payments that one buyer waits for. */
const maxFreed = 5

/**
 * Checkouts that hold one longer than they may, oldest first, and those of the same browser, which starts another one. Their
 * payments must be canceled at the provider before they are released.
 */
export async function selectFreeableCheckouts(
  db: Db,
  subject: Subject,
  { now, buyerCookieHash }: { now: Date; buyerCookieHash: string },
) {
  const rows = await db
    .select({ checkout: checkouts })
    .from(reservations)
    .innerJoin(checkouts, eq(checkouts.id, reservations.checkoutId))
    .where(
      and(
        ofSubject(subject),
        eq(reservations.state, 'held'),
        ne(checkouts.state, 'processing'),
        or(lte(reservations.heldUntil, now), eq(checkouts.buyerCookieHash, buyerCookieHash)),
      ),
    )
    .orderBy(asc(reservations.heldUntil))
    .limit(maxFreed)
  return rows.map(({ checkout }) => checkout)
}
