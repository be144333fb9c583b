import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/database.ts'
import { insertWithPublicId } from '../../db/public-id.ts'
import { accessGrants, accessLinks, checkouts, contentItems, purchases } from '../../db/schema/index.ts'
import type { Ports } from '../../ports/index.ts'
import type { CheckoutRow } from './checkouts-repository.ts'

export type PurchaseRow = typeof purchases.$inferSelect
export type GrantRow = typeof accessGrants.$inferSelect
export type PurchaseWithGrant = { purchase: PurchaseRow; grant: GrantRow; checkout: CheckoutRow }

const purchaseColumns = { purchase: purchases, grant: accessGrants, checkout: checkouts }

type NewPurchase = Omit<typeof purchases.$inferInsert, 'id' | 'orderNumber'>

/** Inserts a purchase under a random order number, its grant and its access link, in one statement. */
export async function insertPurchase(
  tx: Tx,
  { newPublicId }: Pick<Ports, 'newPublicId'>,
  { purchase, grant }: { purchase: NewPurchase; grant: { nonce: string; tokenHash: string } },
): Promise<PurchaseRow> {
  return insertWithPublicId(newPublicId, (orderNumber) => {
    const inserted = tx.$with('inserted').as(
      tx
        .insert(purchases)
        .values({ ...purchase, orderNumber })
        .onConflictDoNothing({ target: purchases.orderNumber })
        .returning(),
    )
    const granted = tx.$with('granted', {}).as(
      sql`insert into ${accessGrants} (purchase_id, content_id, token_nonce)
        select id, content_id, ${grant.nonce} from ${inserted}`,
    )
    const linked = tx
      .$with('linked', {})
      .as(
        sql`insert into ${accessLinks} (token_hash, purchase_id) select ${grant.tokenHash}, id from ${inserted}`,
      )
    return tx.with(inserted, granted, linked).select().from(inserted).prepare('insert_purchase').execute()
  })
}

/** Serializes decisions that count a purchase's rows. Held until the transaction ends. */
export async function lockPurchase(tx: Tx, id: number): Promise<void> {
  await tx.select({ id: purchases.id }).from(purchases).where(eq(purchases.id, id)).for('update')
}

export async function findPurchaseByCheckout(
  db: Db,
  checkoutId: number,
): Promise<PurchaseWithGrant | undefined> {
  const [row] = await basePurchaseQuery(db)
    .where(eq(purchases.checkoutId, checkoutId))
    .prepare('find_purchase_by_checkout')
    .execute()
  return row
}

export async function findPurchaseByOrderNumber(
  db: Db,
  orderNumber: number,
): Promise<PurchaseWithGrant | undefined> {
  const [row] = await basePurchaseQuery(db).where(eq(purchases.orderNumber, orderNumber))
  return row
}

export async function findPurchase(db: Db, purchaseId: number): Promise<PurchaseWithGrant | undefined> {
  const [row] = await basePurchaseQuery(db).where(eq(purchases.id, purchaseId))
  return row
}

/** Locks the grant, so that access is not revoked or restored until the transaction ends. */
export async function lockGrant(tx: Tx, purchaseId: number): Promise<PurchaseWithGrant> {
  await tx.select().from(accessGrants).where(eq(accessGrants.purchaseId, purchaseId)).for('update')
  const row = await findPurchase(tx, purchaseId)
  if (!row) throw new Error(`Purchase ${purchaseId} does not exist`)
  return row
}

export async function findPurchaseByToken(db: Db, tokenHash: string): Promise<PurchaseWithGrant | undefined> {
  const [row] = await basePurchaseQuery(db)
    .innerJoin(accessLinks, eq(accessLinks.purchaseId, purchases.id))
    .where(eq(accessLinks.tokenHash, tokenHash))
  return row
}

/** This browser's purchases of an item, newest first; access may be revoked. */
export async function selectPurchasesByBuyerCookie(
  db: Db,
  { buyerCookieHash, contentId }: { buyerCookieHash: string; contentId: number },
): Promise<Array<PurchaseWithGrant>> {
  return basePurchaseQuery(db)
    .where(and(eq(checkouts.buyerCookieHash, buyerCookieHash), eq(checkouts.contentId, contentId)))
    .orderBy(desc(purchases.paidAt))
    .limit(20)
}

/** An email's purchases with active access, newest first. Case-insensitive. */
export async function selectActivePurchasesByEmail(
  db: Db,
  email: string,
  limit: number,
): Promise<Array<PurchaseWithGrant & { title: string }>> {
  return db
    .select({ ...purchaseColumns, title: contentItems.title })
    .from(purchases)
    .innerJoin(accessGrants, eq(accessGrants.purchaseId, purchases.id))
    .innerJoin(checkouts, eq(checkouts.id, purchases.checkoutId))
    .innerJoin(contentItems, eq(contentItems.id, purchases.contentId))
    .where(and(eq(sql`lower(${purchases.buyerEmail})`, email.toLowerCase()), isNull(accessGrants.revokedAt)))
    .orderBy(desc(purchases.paidAt))
    .limit(limit)
}

/** Adds a token of the same grant, after the instance's secret has changed. */
export async function addAccessLink(db: Db, link: { tokenHash: string; purchaseId: number }): Promise<void> {
  await db.insert(accessLinks).values(link).onConflictDoNothing()
}

export async function updatePurchase(
  tx: Tx,
  id: number,
  change: Partial<
    Pick<PurchaseRow, 'refundedAmount' | 'disputedAmount' | 'platformFeeRefundedAmount' | 'providerFeeAmount'>
  >,
): Promise<PurchaseRow> {
  const [row] = await tx.update(purchases).set(change).where(eq(purchases.id, id)).returning()
  if (!row) throw new Error(`Purchase ${id} does not exist`)
  return row
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

function basePurchaseQuery(db: Db) {
  return db
    .select(purchaseColumns)
    .from(purchases)
    .innerJoin(accessGrants, eq(accessGrants.purchaseId, purchases.id))
    .innerJoin(checkouts, eq(checkouts.id, purchases.checkoutId))
    .$dynamic()
}
