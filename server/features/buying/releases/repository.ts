import { and, asc, eq, gt, inArray, isNotNull, lte, type SQL, sql } from 'drizzle-orm'
import { limits } from '../../../../contract/limits.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { contentItems, isWaitingPurchase, purchases } from '../../../db/schema/index.ts'

const { releaseAt, deletedAt, takenDownAt } = contentItems

/** `isWithdrawn` of the domain. */
const isWithdrawn = sql`coalesce(least(${deletedAt}, ${takenDownAt}) < ${releaseAt}, false)`

const hasWaiting = sql`exists (select from ${purchases} where ${purchases.contentId} = ${contentItems.id} and ${isWaitingPurchase})`

type Page = { now: Date; after: number | undefined; limit: number }

/** The items whose day has come and whose buyers have not all been told. */
export function selectOutItems(db: Db, page: Page): Promise<Array<{ id: number }>> {
  return selectItems(db, page, and(lte(releaseAt, page.now), sql`not ${isWithdrawn}`))
}

/** The items that come later than somebody was promised, or never, with the reason. */
export function selectMissedItems(db: Db, page: Page): Promise<Array<{ id: number }>> {
  return selectItems(db, page, sql`(${gt(releaseAt, page.now)} or ${isWithdrawn})`)
}

function selectItems(db: Db, { after, limit }: Page, condition: SQL | undefined) {
  const isNext = after === undefined ? undefined : gt(contentItems.id, after)
  return db
    .select({ id: contentItems.id })
    .from(contentItems)
    .where(and(isNotNull(releaseAt), condition, hasWaiting, isNext))
    .orderBy(asc(contentItems.id))
    .limit(limit)
}

/** Some purchases of an item whose buyers are told next, locked. Another process has other ones. */
export function lockSomeWaiting(tx: Tx, contentId: number, limit: number) {
  return tx
    .select({ id: purchases.id, email: purchases.buyerEmail })
    .from(purchases)
    .where(and(eq(purchases.contentId, contentId), isWaitingPurchase))
    .orderBy(asc(purchases.promisedReleaseAt), asc(purchases.id))
    .limit(limit)
    .for('update', { skipLocked: true })
}

export async function markReleased(tx: Tx, ids: ReadonlyArray<number>, releasedAt: Date): Promise<void> {
  await tx
    .update(purchases)
    .set({ releasedAt })
    .where(inArray(purchases.id, [...ids]))
}

type WaitingPage = { contentId: number; afterId: number | undefined; limit: number }

/** The purchases of an item that wait, page by page. */
export function selectWaiting(db: Db, { contentId, afterId, limit }: WaitingPage) {
  return db
    .select({ id: purchases.id, email: purchases.buyerEmail })
    .from(purchases)
    .where(
      and(
        eq(purchases.contentId, contentId),
        isWaitingPurchase,
        afterId === undefined ? undefined : gt(purchases.id, afterId),
      ),
    )
    .orderBy(asc(purchases.id))
    .limit(limit)
}

/** `lateRefundAt` of the domain. */
const isLate = (now: Date) => {
  const days = sql.raw(`interval '${limits.lateReleaseDays} days'`)
  return sql`${purchases.promisedReleaseAt} + ${days} <= ${now}::timestamptz`
}

/** The paid purchases of an item whose money goes back now: all of a withdrawn one, of another one those that are late. */
export function selectRefundable(db: Db, { contentId, now, afterId, limit }: WaitingPage & { now: Date }) {
  return db
    .select({ id: purchases.id, creatorId: purchases.creatorId })
    .from(purchases)
    .innerJoin(contentItems, eq(contentItems.id, purchases.contentId))
    .where(
      and(
        eq(purchases.contentId, contentId),
        isWaitingPurchase,
        sql`${purchases.amount} > ${purchases.refundedAmount} + ${purchases.disputedAmount}`,
        sql`(${isWithdrawn} or ${isLate(now)})`,
        afterId === undefined ? undefined : gt(purchases.id, afterId),
      ),
    )
    .orderBy(asc(purchases.id))
    .limit(limit)
}
