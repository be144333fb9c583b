import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { AppError } from '../../../domain/errors.ts'
import type { Db } from '../../db/database.ts'
import { accessGrants, refundRequests } from '../../db/schema/index.ts'
import type { PurchaseWithGrant } from '../purchases/repository.ts'

/**
 * Notes that the content is shown or its bytes are sent; from then on a refund is the creator's to decide. Decided by
 * the row itself: who asked for the money back a moment earlier has closed it. Throws AppError when access is closed.
 */
export async function markAccessed(db: Db, bought: PurchaseWithGrant, now: Date): Promise<void> {
  const { grant, purchase } = bought
  if (grant.firstAccessedAt && !grant.revokedAt) return
  const opened = await db
    .update(accessGrants)
    .set({ firstAccessedAt: sql`coalesce(${accessGrants.firstAccessedAt}, ${now}::timestamptz)` })
    .where(and(eq(accessGrants.purchaseId, purchase.id), isNull(accessGrants.revokedAt)))
    .returning({ id: accessGrants.purchaseId })
  if (opened.length === 0)
    throw new AppError('refunded', 'This purchase was refunded, so its content is closed.')
}

/** What became of the money last asked back, if any was. */
export async function latestRefundRequestState(db: Db, purchaseId: number) {
  const [row] = await db
    .select({ state: refundRequests.state })
    .from(refundRequests)
    .where(eq(refundRequests.purchaseId, purchaseId))
    .orderBy(desc(refundRequests.createdAt))
    .limit(1)
    .prepare('last_asked')
    .execute()
  return row?.state
}
