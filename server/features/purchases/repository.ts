import { and, desc, eq, isNull, placeholder, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/database.ts'
import { placeholders, preparedQuery } from '../../db/prepared-statement.ts'
import { insertWithPublicId } from '../../db/public-id.ts'
import { accessGrants, accessLinks, checkouts, contentItems, purchases } from '../../db/schema/index.ts'
import type { Ports } from '../../ports/index.ts'
import type { CheckoutRow } from './checkouts-repository.ts'

export type PurchaseRow = typeof purchases.$inferSelect
export type GrantRow = typeof accessGrants.$inferSelect
/** `linkHashes` are the hashes of the purchase's access tokens. */
export type PurchaseWithGrant = {
  purchase: PurchaseRow
  grant: GrantRow
  checkout: CheckoutRow
  linkHashes: Array<string>
}

const purchaseColumns = {
  purchase: purchases,
  grant: accessGrants,
  checkout: checkouts,
  linkHashes: sql<
    Array<string>
  >`array(select ${accessLinks.tokenHash} from ${accessLinks} where ${accessLinks.purchaseId} = ${purchases.id})`,
}

const newPurchaseColumns = [
  ...(['checkoutId', 'contentId', 'creatorId', 'amount', 'currency', 'platformFeeAmount'] as const),
  ...(['buyerEmail', 'cardBrand', 'cardLast4', 'paidAt'] as const),
]
type NewPurchase = Pick<PurchaseRow, (typeof newPurchaseColumns)[number]>

/** Inserts a purchase under a random order number, its grant and its access link, and marks its checkout as paid. */
export async function insertPurchase(
  tx: Tx,
  { newPublicId }: Pick<Ports, 'newPublicId'>,
  { purchase, grant }: { purchase: NewPurchase; grant: { nonce: string; tokenHash: string } },
): Promise<PurchaseRow> {
  return insertWithPublicId(newPublicId, (orderNumber) =>
    insertPurchaseRows(tx, { ...purchase, ...grant, orderNumber }),
  )
}

const insertPurchaseRows = preparedQuery('insert_purchase', (db) => {
  const inserted = db.$with('inserted').as(
    db
      .insert(purchases)
      .values(placeholders(['orderNumber', ...newPurchaseColumns]))
      .onConflictDoNothing({ target: purchases.orderNumber })
      .returning(),
  )
  const granted = db.$with('granted', {}).as(
    sql`insert into ${accessGrants} (purchase_id, content_id, token_nonce)
      select id, content_id, ${placeholder('nonce')} from ${inserted}`,
  )
  const linked = db.$with('linked', {}).as(
    sql`insert into ${accessLinks} (token_hash, purchase_id)
      select ${placeholder('tokenHash')}, id from ${inserted}`,
  )
  const paid = db.$with('paid', {}).as(
    sql`update ${checkouts} set state = 'paid', next_check_at = null
      from ${inserted} where checkouts.id = inserted.checkout_id`,
  )
  return db.with(inserted, granted, linked, paid).select().from(inserted)
})

/** Serializes decisions that count a purchase's rows. Held until the transaction ends. */
export async function lockPurchase(tx: Tx, id: number): Promise<void> {
  await tx.select({ id: purchases.id }).from(purchases).where(eq(purchases.id, id)).for('update')
}

export async function findPurchaseByCheckout(
  db: Db,
  checkoutId: number,
): Promise<PurchaseWithGrant | undefined> {
  const [row] = await purchaseByCheckout(db, { checkoutId })
  return row
}

const purchaseByCheckout = preparedQuery('find_purchase_by_checkout', (db) =>
  basePurchaseQuery(db).where(eq(purchases.checkoutId, placeholder('checkoutId'))),
)

export async function findPurchaseByPayment(
  db: Db,
  provider: string,
  paymentId: string,
): Promise<PurchaseWithGrant | undefined> {
  const [row] = await purchaseByPayment(db, { provider, paymentId })
  return row
}

const purchaseByPayment = preparedQuery('find_purchase_by_payment', (db) =>
  basePurchaseQuery(db).where(
    and(
      eq(checkouts.provider, placeholder('provider')),
      eq(checkouts.providerPaymentId, placeholder('paymentId')),
    ),
  ),
)

export async function findPurchaseByOrderNumber(
  db: Db,
  orderNumber: number,
): Promise<PurchaseWithGrant | undefined> {
  const [row] = await purchaseByOrderNumber(db, { orderNumber })
  return row
}

const purchaseByOrderNumber = preparedQuery('find_purchase_by_order_number', (db) =>
  basePurchaseQuery(db).where(eq(purchases.orderNumber, placeholder('orderNumber'))),
)

export async function findPurchase(db: Db, purchaseId: number): Promise<PurchaseWithGrant | undefined> {
  const [row] = await purchaseById(db, { purchaseId })
  return row
}

const purchaseById = preparedQuery('find_purchase', (db) =>
  basePurchaseQuery(db).where(eq(purchases.id, placeholder('purchaseId'))),
)

/** Locks the grant, so that access is not revoked or restored until the transaction ends. */
export async function lockGrant(tx: Tx, purchaseId: number): Promise<PurchaseWithGrant> {
  await tx.select().from(accessGrants).where(eq(accessGrants.purchaseId, purchaseId)).for('update')
  const row = await findPurchase(tx, purchaseId)
  if (!row) throw new Error(`Purchase ${purchaseId} does not exist`)
  return row
}

export async function findPurchaseByToken(db: Db, tokenHash: string): Promise<PurchaseWithGrant | undefined> {
  const [row] = await purchaseByToken(db, { tokenHash })
  return row
}

const purchaseByToken = preparedQuery('find_purchase_by_token', (db) =>
  basePurchaseQuery(db)
    .innerJoin(accessLinks, eq(accessLinks.purchaseId, purchases.id))
    .where(eq(accessLinks.tokenHash, placeholder('tokenHash'))),
)

export type BuyerItem = { buyerCookieHash: string; contentId: number }

/** For each browser and item, whether the browser has bought it; access may be revoked. */
export async function selectItemsBought(db: Db, items: Array<BuyerItem>): Promise<Array<boolean>> {
  const { rows } = await db.execute<{ position: string }>(sql`
    select position from unnest(
      ${sql.param(items.map(({ buyerCookieHash }) => buyerCookieHash))}::text[],
      ${sql.param(items.map(({ contentId }) => contentId))}::bigint[]
    ) with ordinality as asked (buyer_cookie_hash, content_id, position)
    where exists (
      select from ${checkouts} join ${purchases} on ${purchases.checkoutId} = ${checkouts.id}
      where ${checkouts.buyerCookieHash} = asked.buyer_cookie_hash and ${checkouts.contentId} = asked.content_id)`)
  const bought = new Set(rows.map(({ position }) => Number(position)))
  return items.map((_, index) => bought.has(index + 1))
}

/** This browser's purchases of an item, newest first; access may be revoked. */
export async function selectPurchasesByBuyerCookie(
  db: Db,
  { buyerCookieHash, contentId }: BuyerItem,
): Promise<Array<PurchaseWithGrant>> {
  return purchasesByBuyerCookie(db, { buyerCookieHash, contentId })
}

const purchasesByBuyerCookie = preparedQuery('select_purchases_by_buyer_cookie', (db) =>
  basePurchaseQuery(db)
    .where(
      and(
        eq(checkouts.buyerCookieHash, placeholder('buyerCookieHash')),
        eq(checkouts.contentId, placeholder('contentId')),
      ),
    )
    .orderBy(desc(purchases.paidAt))
    .limit(20),
)

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

function basePurchaseQuery(db: Db) {
  return db
    .select(purchaseColumns)
    .from(purchases)
    .innerJoin(accessGrants, eq(accessGrants.purchaseId, purchases.id))
    .innerJoin(checkouts, eq(checkouts.id, purchases.checkoutId))
    .$dynamic()
}
