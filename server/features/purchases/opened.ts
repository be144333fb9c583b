import { desc, eq } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { grants, refundRequests } from '../../db/schema/index.ts'
import type { Bought } from './repository.ts'

/** Notes that the content was seen or its bytes sent; from then on a refund is the creator's to decide. */
export async function noteOpened(db: Db, { purchase, grant }: Bought, now: Date): Promise<void> {
  if (grant.openedAt) return
  await db.update(grants).set({ openedAt: now }).where(eq(grants.purchaseId, purchase.id))
}

/** What became of the money last asked back, if any was. */
export async function lastAsked(db: Db, purchaseId: number) {
  const [row] = await db
    .select({ state: refundRequests.state })
    .from(refundRequests)
    .where(eq(refundRequests.purchaseId, purchaseId))
    .orderBy(desc(refundRequests.createdAt))
    .limit(1)
  return row?.state
}
