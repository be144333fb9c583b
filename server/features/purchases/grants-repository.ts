import { and, eq, isNull, sql } from 'drizzle-orm'
import type { RowId } from '../../../contract/order-number.ts'
import type { Db, Tx } from '../../db/database.ts'
import { accessGrants, accessLinks } from '../../db/schema/index.ts'

type GrantToken = { purchaseId: RowId; nonce: string; tokenHash: string }

/**
 * Adds a token of the same grant, after the instance's secret has changed. The grant is locked, so that a token whose
 * nonce was replaced in the meantime is not added.
 */
export async function addAccessLink(db: Db, { purchaseId, nonce, tokenHash }: GrantToken): Promise<void> {
  await db.execute(sql`insert into ${accessLinks} (token_hash, purchase_id)
    select ${tokenHash}, ${accessGrants.purchaseId} from ${accessGrants}
    where ${accessGrants.purchaseId} = ${purchaseId} and ${accessGrants.tokenNonce} = ${nonce} for share
    on conflict do nothing`)
}

/** Replaces the grant's token. Access links with an earlier one stop working. */
export async function replaceGrantToken(
  tx: Tx,
  { purchaseId, nonce: tokenNonce, tokenHash }: GrantToken,
  now: Date,
): Promise<void> {
  await tx
    .update(accessGrants)
    .set({ tokenNonce, tokenReplacedAt: now })
    .where(eq(accessGrants.purchaseId, purchaseId))
  await tx.delete(accessLinks).where(eq(accessLinks.purchaseId, purchaseId))
  await tx.insert(accessLinks).values({ tokenHash, purchaseId })
}

/**
 * Revokes access. A dispute does not replace an earlier revocation, so that winning it does not restore access that
 * something else revoked.
 */
export async function revokeGrant(
  tx: Tx,
  purchaseId: RowId,
  { now, reason }: { now: Date; reason: 'refund' | 'dispute' },
): Promise<void> {
  const isNotRevoked = reason === 'dispute' ? isNull(accessGrants.revokedAt) : undefined
  await tx
    .update(accessGrants)
    .set({ revokedAt: now, revocationReason: reason })
    .where(and(eq(accessGrants.purchaseId, purchaseId), isNotRevoked))
}

/** Restores access that a dispute had revoked. */
export async function restoreGrant(tx: Tx, purchaseId: RowId): Promise<void> {
  await tx
    .update(accessGrants)
    .set({ revokedAt: null, revocationReason: null })
    .where(and(eq(accessGrants.purchaseId, purchaseId), eq(accessGrants.revocationReason, 'dispute')))
}
