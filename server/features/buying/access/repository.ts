import { and, desc, eq, placeholder, sql } from 'drizzle-orm'
import { AppError } from '../../../../domain/errors.ts'
import { lookUpPerPool } from '../../../db/coalesce.ts'
import type { Db } from '../../../db/database.ts'
import { arrayPlaceholder, preparedQuery, preparedSql } from '../../../db/prepared-query.ts'
import { accessGrants, refundRequests } from '../../../db/schema/index.ts'
import type { PurchaseWithGrant } from '../purchases/repository.ts'

/**
 * Records the first access; from then on the creator decides about refunds. The update is conditional, because
 * a concurrent refund may have revoked the grant. Throws AppError when access is revoked.
 */
export async function markAccessed(db: Db, bought: PurchaseWithGrant, now: Date): Promise<void> {
  const { grant, purchase } = bought
  if (grant.firstAccessedAt && !grant.revokedAt) return
  const { rows } = await setFirstAccess(db, { purchaseId: purchase.id, now })
  if (rows.length === 0)
    throw new AppError('purchase_refunded', 'This purchase was refunded, so you no longer have access.')
}

const setFirstAccess = preparedSql(
  'set_first_access',
  sql`update ${accessGrants} set first_accessed_at = coalesce(first_accessed_at, ${placeholder('now')}::timestamptz)
    where purchase_id = ${placeholder('purchaseId')} and revoked_at is null returning purchase_id`,
)

/** Takes back a first access at this time, because the file turned out to be damaged while it was sent. */
export async function undoFirstAccess(db: Db, { purchase }: PurchaseWithGrant, at: Date): Promise<void> {
  await db
    .update(accessGrants)
    .set({ firstAccessedAt: null })
    .where(and(eq(accessGrants.purchaseId, purchase.id), eq(accessGrants.firstAccessedAt, at)))
}

/** The state of the buyer's newest refund request, if any. Refunds that the creator or the admin started are not theirs. */
export async function latestBuyerRequestState(db: Db, purchaseId: number) {
  return (await findLatestRequest(db, purchaseId))?.state
}

const findLatestRequest = lookUpPerPool(
  (db: Db, purchaseIds: Array<number>) => latestRequests(db, { purchaseIds }),
  ({ purchaseId }) => purchaseId,
)

const latestRequests = preparedQuery('latest_buyer_requests', (db) =>
  db
    .selectDistinctOn([refundRequests.purchaseId], {
      purchaseId: refundRequests.purchaseId,
      state: refundRequests.state,
    })
    .from(refundRequests)
    .where(
      and(
        sql`${refundRequests.purchaseId} = any(${arrayPlaceholder('purchaseIds', 'bigint')})`,
        eq(refundRequests.requestedBy, 'buyer'),
      ),
    )
    .orderBy(refundRequests.purchaseId, desc(refundRequests.createdAt)),
)
