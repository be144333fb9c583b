import { and, desc, eq, isNull, placeholder, sql } from 'drizzle-orm'
import { AppError } from '../../../domain/errors.ts'
import type { Db } from '../../db/database.ts'
import { preparedQuery } from '../../db/prepared-statement.ts'
import { accessGrants, refundRequests } from '../../db/schema/index.ts'
import type { PurchaseWithGrant } from '../purchases/repository.ts'

/**
 * Records the first access; from then on the creator decides about refunds. The update is conditional, because
 * a concurrent refund may have revoked the grant. Throws AppError when access is revoked.
 */
export async function markAccessed(db: Db, bought: PurchaseWithGrant, now: Date): Promise<void> {
  const { grant, purchase } = bought
  if (grant.firstAccessedAt && !grant.revokedAt) return
  const updated = await db
    .update(accessGrants)
    .set({ firstAccessedAt: sql`coalesce(${accessGrants.firstAccessedAt}, ${now}::timestamptz)` })
    .where(and(eq(accessGrants.purchaseId, purchase.id), isNull(accessGrants.revokedAt)))
    .returning({ id: accessGrants.purchaseId })
  if (updated.length === 0)
    throw new AppError('purchase_refunded', 'This purchase was refunded, so you no longer have access.')
}

/** The state of the newest refund request, if any. */
export async function latestRefundRequestState(db: Db, purchaseId: number) {
  const [row] = await latestRefundRequest(db, { purchaseId })
  return row?.state
}

const latestRefundRequest = preparedQuery('latest_refund_request', (db) =>
  db
    .select({ state: refundRequests.state })
    .from(refundRequests)
    .where(eq(refundRequests.purchaseId, placeholder('purchaseId')))
    .orderBy(desc(refundRequests.createdAt))
    .limit(1),
)
