import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/database.ts'
import { accessLinks, checkouts, contents, grants, purchases } from '../../db/schema/index.ts'
import type { CheckoutRow } from './checkouts-repository.ts'

export type PurchaseRow = typeof purchases.$inferSelect
export type GrantRow = typeof grants.$inferSelect
export type PurchaseWithGrant = { purchase: PurchaseRow; grant: GrantRow; attempt: CheckoutRow }

const purchaseColumns = { purchase: purchases, grant: grants, attempt: checkouts }

/** With its right of access and the link that opens it, in one statement. */
export async function insertPurchase(
  tx: Tx,
  purchase: typeof purchases.$inferInsert,
  grant: { nonce: string; tokenHash: string },
): Promise<PurchaseRow> {
  const { id: purchaseId, contentId } = purchase
  const insertedGrant = tx
    .insert(grants)
    .values({ purchaseId, contentId, nonce: grant.nonce })
    .returning({ id: grants.purchaseId })
  const insertedLink = tx
    .insert(accessLinks)
    .values({ tokenHash: grant.tokenHash, purchaseId })
    .returning({ id: accessLinks.purchaseId })
  const [row] = await tx
    .with(tx.$with('granted').as(insertedGrant), tx.$with('linked').as(insertedLink))
    .insert(purchases)
    .values(purchase)
    .returning()
    .prepare('insert_purchase')
    .execute()
  if (!row) throw new Error(`Purchase ${purchaseId} was not kept`)
  return row
}

/** What is decided by a count over a purchase's rows is decided by one at a time. Held until the transaction ends. */
export async function lockPurchase(tx: Tx, id: number): Promise<void> {
  await tx.select({ id: purchases.id }).from(purchases).where(eq(purchases.id, id)).for('update')
}

export async function findPurchaseByCheckout(
  db: Db,
  attemptId: number,
): Promise<PurchaseWithGrant | undefined> {
  const [row] = await basePurchaseQuery(db)
    .where(eq(purchases.attemptId, attemptId))
    .prepare('bought_by_attempt')
    .execute()
  return row
}

export async function findPurchase(db: Db, purchaseId: number): Promise<PurchaseWithGrant | undefined> {
  const [row] = await basePurchaseQuery(db).where(eq(purchases.id, purchaseId))
  return row
}

/** The same with the right of access locked: nobody opens or closes it until the transaction ends. */
export async function lockGrant(tx: Tx, purchaseId: number): Promise<PurchaseWithGrant> {
  await tx.select().from(grants).where(eq(grants.purchaseId, purchaseId)).for('update')
  const row = await findPurchase(tx, purchaseId)
  if (!row) throw new Error(`Purchase ${purchaseId} is gone`)
  return row
}

export async function findPurchaseByToken(db: Db, tokenHash: string): Promise<PurchaseWithGrant | undefined> {
  const [row] = await basePurchaseQuery(db)
    .innerJoin(accessLinks, eq(accessLinks.purchaseId, purchases.id))
    .where(eq(accessLinks.tokenHash, tokenHash))
  return row
}

/** What this browser bought of an item, newest first; some of it may be closed. */
export async function selectPurchasesByBuyerCookie(
  db: Db,
  { browser, contentId }: { browser: string; contentId: number },
): Promise<Array<PurchaseWithGrant>> {
  return basePurchaseQuery(db)
    .where(and(eq(checkouts.browser, browser), eq(checkouts.contentId, contentId)))
    .orderBy(desc(purchases.paidAt))
    .limit(20)
}

/** What was bought with an address and is open, newest first. Letters' case does not matter. */
export async function selectActivePurchasesByEmail(
  db: Db,
  email: string,
  limit: number,
): Promise<Array<PurchaseWithGrant & { title: string }>> {
  return db
    .select({ ...purchaseColumns, title: contents.title })
    .from(purchases)
    .innerJoin(grants, eq(grants.purchaseId, purchases.id))
    .innerJoin(checkouts, eq(checkouts.id, purchases.attemptId))
    .innerJoin(contents, eq(contents.id, purchases.contentId))
    .where(and(eq(sql`lower(${purchases.email})`, email.toLowerCase()), isNull(grants.revokedAt)))
    .orderBy(desc(purchases.paidAt))
    .limit(limit)
}

/** Another token that opens the same grant (the instance's secret was changed since the first). */
export async function addAccessLink(db: Db, link: { tokenHash: string; purchaseId: number }): Promise<void> {
  await db.insert(accessLinks).values(link).onConflictDoNothing()
}

export async function updatePurchase(
  tx: Tx,
  id: number,
  change: Partial<Pick<PurchaseRow, 'refunded' | 'disputed' | 'feeReturned' | 'providerFee'>>,
): Promise<PurchaseRow> {
  const [row] = await tx.update(purchases).set(change).where(eq(purchases.id, id)).returning()
  if (!row) throw new Error(`Purchase ${id} is gone`)
  return row
}

/** Closes access. What a refund has closed, no dispute opens again. */
export async function revokeGrant(
  tx: Tx,
  purchaseId: number,
  { now, reason }: { now: Date; reason: 'refund' | 'dispute' },
): Promise<void> {
  const isOpen = reason === 'dispute' ? isNull(grants.revokedAt) : undefined
  await tx
    .update(grants)
    .set({ revokedAt: now, revokedFor: reason })
    .where(and(eq(grants.purchaseId, purchaseId), isOpen))
}

/** Opens what a dispute had closed. */
export async function restoreGrant(tx: Tx, purchaseId: number): Promise<void> {
  await tx
    .update(grants)
    .set({ revokedAt: null, revokedFor: null })
    .where(and(eq(grants.purchaseId, purchaseId), eq(grants.revokedFor, 'dispute')))
}

function basePurchaseQuery(db: Db) {
  return db
    .select(purchaseColumns)
    .from(purchases)
    .innerJoin(grants, eq(grants.purchaseId, purchases.id))
    .innerJoin(checkouts, eq(checkouts.id, purchases.attemptId))
    .$dynamic()
}
