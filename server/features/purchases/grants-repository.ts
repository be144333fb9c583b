import { and, eq, isNull } from 'drizzle-orm'
import type { Db, Tx } from '../../db/database.ts'
import { accessGrants, accessLinks } from '../../db/schema/index.ts'

/** Adds a token of the same grant, after the instance's secret has changed. */
export async function addAccessLink(db: Db, link: { tokenHash: string; purchaseId: number }): Promise<void> {
  await db.insert(accessLinks).values(link).onConflictDoNothing()
}

/**
 * Revokes access. A dispute does not replace an earlier revocation, so that winning it does not restore access that
 * something else revoked.
 */
export async function revokeGrant(
  tx: Tx,
  purchaseId: number,
  { now, reason }: { now: Date; reason: 'refund' | 'dispute' },
): Promise<void> {
  const isNotRevoked = reason === 'dispute' ? isNull(accessGrants.revokedAt) : undefined
  await tx
    .update(accessGrants)
    .set({ revokedAt: now, revocationReason: reason })
    .where(and(eq(accessGrants.purchaseId, purchaseId), isNotRevoked))
}

/** Restores access that a dispute had revoked. */
export async function restoreGrant(tx: Tx, purchaseId: number): Promise<void> {
  await tx
    .update(accessGrants)
    .set({ revokedAt: null, revocationReason: null })
    .where(and(eq(accessGrants.purchaseId, purchaseId), eq(accessGrants.revocationReason, 'dispute')))
}
