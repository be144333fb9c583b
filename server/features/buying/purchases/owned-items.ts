import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/database.ts'
import { accessGrants, checkouts, purchases, refundRequests } from '../../../db/schema/index.ts'

/**
 * What proves that a buyer has something: their browser's cookie, or purchases whose access link they have. An email address
 * proves nothing.
 */
export type OwnershipProof = {
  cookieHash?: string | undefined
  purchaseIds?: ReadonlyArray<number> | undefined
}

/** An active purchase: its items, and the bundles whose rest was paid for as its owner. */
export type OwnedPurchase = { id: number; contentIds: Array<number>; completedIds: Array<number> }

/**
 * The purchases of a creator's items that this browser or access link has now, alone or in a bundle, and neither refunded nor
 * disputed. A bundle itself is among its items.
 */
export async function selectOwnedPurchases(
  db: Db,
  { cookieHash, purchaseIds = [] }: OwnershipProof,
  creatorId: string,
): Promise<Array<OwnedPurchase>> {
  const proofs = [
    cookieHash === undefined ? undefined : eq(checkouts.buyerCookieHash, cookieHash),
    purchaseIds.length === 0 ? undefined : inArray(purchases.id, [...purchaseIds]),
  ]
  if (proofs.every((proof) => proof === undefined)) return []
  return selectPurchases(db, and(or(...proofs), eq(purchases.creatorId, creatorId)))
}

export function itemsOfPurchases(owned: ReadonlyArray<OwnedPurchase>): ReadonlySet<number> {
  return new Set(owned.flatMap(({ contentIds }) => contentIds))
}

type Completing = {
  id: number
  creatorId: string
  buyerCookieHash: string
  ownedPurchaseIds: ReadonlyArray<number>
}

/**
 * Which items of a bundle the buyer of its rest still has from before: those that they bought in the same browser, and those
 * of the purchases that they proved. An address proves nothing, because anyone can type one.
 */
export async function selectStillOwned(db: Db, bought: Completing): Promise<ReadonlySet<number>> {
  const { id, creatorId, buyerCookieHash, ownedPurchaseIds } = bought
  const isSameBuyer = or(
    eq(checkouts.buyerCookieHash, buyerCookieHash),
    ownedPurchaseIds.length === 0 ? undefined : inArray(purchases.id, [...ownedPurchaseIds]),
  )
  return itemsOfPurchases(
    await selectPurchases(
      db,
      and(isSameBuyer, eq(purchases.creatorId, creatorId), sql`${purchases.id} <> ${id}`),
    ),
  )
}

/** More than anybody has bought of one creator. */
const maxPurchases = 1_000

/** The items of active grants, and those of bundles among them. `itemsOf` of the domain, for items that were paid for. */
async function selectPurchases(db: Db, filter: SQL | undefined): Promise<Array<OwnedPurchase>> {
  const rows = await db
    .select({
      id: purchases.id,
      contentId: purchases.contentId,
      inBundle: sql<Array<number>>`coalesce((select json_agg(item.content_id) from bundle_items item
        where item.bundle_id = ${purchases.contentId} and (item.removed_at is null or ${purchases.paidAt} < item.removed_at)
          and not ${checkouts.ownedContentIds} @> to_jsonb(item.content_id)
          and not exists (select from ${refundRequests} part where part.purchase_id = ${purchases.id}
            and part.content_id = item.content_id and part.state <> 'failed')), '[]')`,
      completedIds: sql<Array<number>>`coalesce((select json_agg(rest.content_id) from checkouts rest
        join purchases paid on paid.checkout_id = rest.id
        join access_grants given on given.purchase_id = paid.id and given.revoked_at is null
        where rest.owned_purchase_ids <> '[]'::jsonb
          and rest.owned_purchase_ids @> jsonb_build_array(${purchases.id})), '[]')`,
    })
    .from(checkouts)
    .innerJoin(purchases, eq(purchases.checkoutId, checkouts.id))
    .innerJoin(accessGrants, and(eq(accessGrants.purchaseId, purchases.id), isNull(accessGrants.revokedAt)))
    .where(filter)
    .limit(maxPurchases)
  return rows.map(({ id, contentId, inBundle, completedIds }) => ({
    id,
    contentIds: [contentId, ...inBundle],
    completedIds,
  }))
}
