import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { AppError } from '../../../../domain/errors.ts'
import type { Db } from '../../../db/database.ts'
import { updateRow } from '../../../db/rows.ts'
import { accessGrants, refundRequests } from '../../../db/schema/index.ts'
import type { PurchaseWithGrant } from '../purchases/repository.ts'

/**
 * Records the first access; from then on the creator decides about refunds. The update is conditional, because
 * a concurrent refund may have revoked the grant. Throws AppError when access is revoked.
 */
export async function markAccessed(db: Db, bought: PurchaseWithGrant, now: Date): Promise<void> {
  const { grant, purchase } = bought
  if (grant.firstAccessedAt && !grant.revokedAt) return
  const marked = await db
    .update(accessGrants)
    .set({ firstAccessedAt: sql`coalesce(${accessGrants.firstAccessedAt}, ${now}::timestamptz)` })
    .where(and(eq(accessGrants.purchaseId, purchase.id), isNull(accessGrants.revokedAt)))
    .returning({ purchaseId: accessGrants.purchaseId })
  if (marked.length === 0)
    throw new AppError('purchase_refunded', 'This purchase was refunded, so you no longer have access.')
}

/** Takes back a first access at this time, because the file turned out to be damaged while it was sent. */
export async function undoFirstAccess(db: Db, { purchase }: PurchaseWithGrant, at: Date): Promise<void> {
  const key = { purchaseId: purchase.id, firstAccessedAt: at }
  await updateRow(db, accessGrants, key, { firstAccessedAt: null })
}

/**
 * The state of the buyer's newest refund request, if any. Refunds that the creator or the admin started are not theirs, and that
 * of an item's part is no request for the purchase.
 */
export async function latestBuyerRequestState(db: Db, purchaseId: number) {
  const [request] = await db
    .select({ state: refundRequests.state })
    .from(refundRequests)
    .where(
      and(
        eq(refundRequests.purchaseId, purchaseId),
        eq(refundRequests.requestedBy, 'buyer'),
        isNull(refundRequests.contentId),
      ),
    )
    .orderBy(desc(refundRequests.createdAt))
    .limit(1)
  return request?.state
}
