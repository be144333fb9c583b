import { and, asc, eq, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { MinorUnits } from '../../../../contract/money.ts'
import type { Db } from '../../../db/database.ts'
import { payouts } from '../../../db/schema/index.ts'
import type { PayoutRow } from './repository.ts'

const isUnsent = and(eq(payouts.state, 'processing'), eq(payouts.method, 'transfer'))

type Attempt = { now: Date; nextAttemptAt: Date }

/**
 * Records that the transfer is being sent, before it is. Undefined when it is not to be sent any more. From then on
 * until the provider has answered, no one else may pay or return it.
 */
export async function claimAttempt(db: Db, id: number, { now, nextAttemptAt }: Attempt) {
  const attemptStartedAt = sql`coalesce(${payouts.attemptStartedAt}, ${now.toISOString()}::timestamptz)`
  const [row] = await db
    .update(payouts)
    .set({ attemptStartedAt, nextAttemptAt })
    .where(and(eq(payouts.id, id), isUnsent, isNotNull(payouts.providerAccountId)))
    .returning()
  return row
}

/** Undoes the claim of an attempt that began at this time, because the provider was not called. */
export async function releaseAttempt(db: Db, { id, attemptStartedAt }: PayoutRow, now: Date): Promise<void> {
  if (attemptStartedAt?.getTime() !== now.getTime()) return
  await db
    .update(payouts)
    .set({ attemptStartedAt: null })
    .where(and(eq(payouts.id, id), isUnsent, eq(payouts.attemptStartedAt, now)))
}

type Delay = Pick<PayoutRow, 'waitReason' | 'providerCode' | 'nextAttemptAt'>

/**
 * Stores why the transfer waits, once for each attempt. The attempt stays open, and its key is used again, unless it is
 * ended too.
 */
export async function delayTransfer(
  db: Db,
  { id, transferAttempt }: PayoutRow,
  change: Delay & Partial<ReturnType<typeof endedAttempt>>,
): Promise<void> {
  await db
    .update(payouts)
    .set(change)
    .where(and(eq(payouts.id, id), isUnsent, eq(payouts.transferAttempt, transferAttempt)))
}

/** The provider did not make the transfer: the next attempt has another key. */
export function endedAttempt({ transferAttempt }: PayoutRow) {
  return { transferAttempt: transferAttempt + 1, attemptStartedAt: null }
}

export async function selectDueTransfers(db: Db, now: Date, limit: number): Promise<Array<PayoutRow>> {
  return selectTransfers(
    db,
    and(isUnsent, or(isNull(payouts.nextAttemptAt), lte(payouts.nextAttemptAt, now))),
    limit,
  )
}

export async function selectTransfersWaitingForBalance(db: Db, limit: number): Promise<Array<PayoutRow>> {
  return selectTransfers(db, and(isUnsent, eq(payouts.waitReason, 'balance_insufficient')), limit)
}

function selectTransfers(db: Db, filter: ReturnType<typeof and>, limit: number): Promise<Array<PayoutRow>> {
  return db.select().from(payouts).where(filter).orderBy(asc(payouts.createdAt), asc(payouts.id)).limit(limit)
}

export async function postponeTransfers(db: Db, ids: Array<number>, nextAttemptAt: Date): Promise<void> {
  if (ids.length === 0) return
  await db
    .update(payouts)
    .set({ nextAttemptAt })
    .where(and(inArray(payouts.id, ids), isUnsent))
}

/** Transfers that are not made: all of them, and those that the balance did not cover. Amounts in minor units. */
export type UnsentTransfers = {
  count: number
  dueAmount: MinorUnits
  waitingCount: number
  waitingAmount: MinorUnits
}

export async function sumUnsentTransfers(db: Db): Promise<UnsentTransfers> {
  const isWaiting = sql`${payouts.waitReason} = 'balance_insufficient'`
  const [row] = await db
    .select({
      count: sql<string>`count(*)`,
      dueAmount: sql<string>`coalesce(sum(${payouts.amount}), 0)`,
      waitingCount: sql<string>`count(*) filter (where ${isWaiting})`,
      waitingAmount: sql<string>`coalesce(sum(${payouts.amount}) filter (where ${isWaiting}), 0)`,
    })
    .from(payouts)
    .where(isUnsent)
  return {
    count: Number(row?.count ?? 0),
    dueAmount: Number(row?.dueAmount ?? 0),
    waitingCount: Number(row?.waitingCount ?? 0),
    waitingAmount: Number(row?.waitingAmount ?? 0),
  }
}
