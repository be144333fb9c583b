import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/database.ts'
import { accessGrants, accessLinks, checkouts, purchases } from '../../../db/schema/index.ts'
import { sha256Base64url } from '../../../http/request-context.ts'

/** What proves that a buyer has something: their browser's cookie, or an access link. An email address proves nothing. */
export type OwnershipProof = { cookieHash: string | undefined; token?: string | undefined }

/**
 * The items of a creator that this browser or access link has now: bought alone or in a bundle, and neither refunded nor
 * disputed. A bundle itself is among them.
 */
export async function selectOwnedItems(
  db: Db,
  { cookieHash, token }: OwnershipProof,
  creatorId: string,
): Promise<ReadonlySet<number>> {
  const proofs = [
    cookieHash === undefined ? undefined : eq(checkouts.buyerCookieHash, cookieHash),
    token === undefined ? undefined : isOfToken(token),
  ]
  if (proofs.every((proof) => proof === undefined)) return new Set()
  return selectItems(db, and(or(...proofs), eq(purchases.creatorId, creatorId)))
}

function isOfToken(token: string): SQL {
  return sql`exists (select from ${accessLinks} where ${accessLinks.purchaseId} = ${purchases.id}
    and ${accessLinks.tokenHash} = ${sha256Base64url(token)})`
}

/**
 * Which items of a bundle the buyer of its rest still has from before: those that they bought in the same browser, or by
 * the same address.
 */
export async function selectStillOwned(
  db: Db,
  bought: { id: number; creatorId: string; buyerCookieHash: string; buyerEmail: string },
): Promise<ReadonlySet<number>> {
  const { id, creatorId, buyerCookieHash, buyerEmail } = bought
  const isSameBuyer = or(
    eq(checkouts.buyerCookieHash, buyerCookieHash),
    buyerEmail === ''
      ? undefined
      : sql`${purchases.buyerEmail} <> '' and lower(${purchases.buyerEmail}) = ${buyerEmail.toLowerCase()}`,
  )
  return selectItems(db, and(isSameBuyer, eq(purchases.creatorId, creatorId), sql`${purchases.id} <> ${id}`))
}

/** More than anybody has bought of one creator. */
const maxPurchases = 1_000

/** The items of active grants, and those of bundles among them. `itemsOf` of the domain, for items that were paid for. */
async function selectItems(db: Db, filter: SQL | undefined): Promise<ReadonlySet<number>> {
  const rows = await db
    .select({
      contentId: purchases.contentId,
      inBundle: sql<Array<number>>`coalesce((select json_agg(item.content_id) from bundle_items item
        where item.bundle_id = ${purchases.contentId} and (item.removed_at is null or ${purchases.paidAt} < item.removed_at)
          and not ${checkouts.ownedContentIds} @> to_jsonb(item.content_id)), '[]')`,
    })
    .from(checkouts)
    .innerJoin(purchases, eq(purchases.checkoutId, checkouts.id))
    .innerJoin(accessGrants, and(eq(accessGrants.purchaseId, purchases.id), isNull(accessGrants.revokedAt)))
    .where(filter)
    .limit(maxPurchases)
  return new Set(rows.flatMap(({ contentId, inBundle }) => [contentId, ...inBundle]))
}
