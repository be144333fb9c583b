import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Db, Tx } from '../../db/database.ts'
import { contentItems, contentReviews, users } from '../../db/schema/index.ts'

export type ReviewRow = typeof contentReviews.$inferSelect

/** Items of suspended creators and deleted items need no decision. */
const isWaiting = and(
  eq(contentReviews.state, 'pending'),
  isNull(contentItems.deletedAt),
  isNull(contentItems.takenDownAt),
  isNull(users.suspendedAt),
)

function pendingReviews(db: Db) {
  return db
    .select({ review: contentReviews, creator: { id: users.id, name: users.firstName, email: users.email } })
    .from(contentReviews)
    .innerJoin(contentItems, eq(contentItems.id, contentReviews.contentId))
    .innerJoin(users, eq(users.id, contentItems.creatorId))
    .$dynamic()
}

/** Oldest first. */
export async function selectPendingReviews(db: Db, limit: number) {
  return pendingReviews(db)
    .where(isWaiting)
    .orderBy(asc(contentReviews.requestedAt), asc(contentReviews.contentId))
    .limit(limit)
}

export async function countPendingReviews(db: Db): Promise<number> {
  return db.$count(pendingReviews(db).where(isWaiting).as('waiting'))
}

/** The review and its item, locked until the transaction ends, so that one admin decides. */
export async function lockReview(tx: Tx, contentId: number) {
  const [row] = await pendingReviews(tx)
    .where(and(eq(contentReviews.contentId, contentId), isNull(contentItems.deletedAt)))
    .for('update', { of: [contentItems, contentReviews] })
  return row
}

export async function updateReview(
  tx: Tx,
  contentId: number,
  decision: Pick<typeof contentReviews.$inferInsert, 'state' | 'message' | 'decidedAt' | 'decidedByEmail'>,
): Promise<void> {
  await tx.update(contentReviews).set(decision).where(eq(contentReviews.contentId, contentId))
}
