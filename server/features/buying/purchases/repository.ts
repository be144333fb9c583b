import { and, desc, eq, isNull, placeholder, sql } from 'drizzle-orm'
import type { OrderNumber, RowId } from '../../../../contract/order-number.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { preparedQuery } from '../../../db/prepared-query.ts'
import { deleteRows, insertRows, updateRow } from '../../../db/rows.ts'
import { accessGrants, accessLinks, checkouts, contentItems, purchases } from '../../../db/schema/index.ts'
import { lockCreator } from '../../people/accounts/repository.ts'
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

/** Serializes decisions that count a purchase's rows. Held until the transaction ends. */
export async function lockPurchase(tx: Tx, id: RowId): Promise<void> {
  await tx.select({ id: purchases.id }).from(purchases).where(eq(purchases.id, id)).for('update')
}

export async function findPurchaseByCheckout(db: Db, checkoutId: number) {
  const [row] = await purchaseByCheckout(db, { checkoutId })
  return row
}

const purchaseByCheckout = preparedQuery('find_purchase_by_checkout', (db) =>
  basePurchaseQuery(db).where(eq(purchases.checkoutId, placeholder('checkoutId'))),
)

type ProviderPayment = { provider: string; paymentId: string }
/** A payment's checkout and, when it is settled, its purchase. */
export type FoundPayment = { checkout: CheckoutRow } & (
  | PurchaseWithGrant
  | { purchase: null; grant: null; linkHashes: Array<string> }
)

export async function findPayment(db: Db, { provider, paymentId }: ProviderPayment) {
  const [row] = await payment(db, { provider, paymentId })
  if (!row) return undefined
  const { purchase, grant, ...rest } = row
  return purchase && grant ? { ...rest, purchase, grant } : { ...rest, purchase: null, grant: null }
}

const payment = preparedQuery('find_payment', (db) =>
  db
    .select(purchaseColumns)
    .from(checkouts)
    .leftJoin(purchases, eq(purchases.checkoutId, checkouts.id))
    .leftJoin(accessGrants, eq(accessGrants.purchaseId, purchases.id))
    .where(
      and(
        eq(checkouts.provider, placeholder('provider')),
        eq(checkouts.providerPaymentId, placeholder('paymentId')),
      ),
    ),
)

export async function findPurchaseByOrderNumber(db: Db, orderNumber: OrderNumber) {
  const [row] = await purchaseByOrderNumber(db, { orderNumber })
  return row
}

const purchaseByOrderNumber = preparedQuery('find_purchase_by_order_number', (db) =>
  basePurchaseQuery(db).where(eq(purchases.orderNumber, placeholder('orderNumber'))),
)

export async function findPurchase(db: Db, purchaseId: RowId): Promise<PurchaseWithGrant | undefined> {
  const [row] = await purchaseById(db, { purchaseId })
  return row
}

const purchaseById = preparedQuery('find_purchase', (db) =>
  basePurchaseQuery(db).where(eq(purchases.id, placeholder('purchaseId'))),
)

/**
 * Locks a sale until the transaction ends: its creator, because payouts, refunds and disputes are booked under that lock,
 * and its grant, so that access is not opened, revoked or restored.
 */
export async function lockSale(
  tx: Tx,
  { creatorId, purchaseId }: { creatorId: string; purchaseId: RowId },
): Promise<PurchaseWithGrant> {
  await lockCreator(tx, creatorId)
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

/** A browser's newest purchase of an item that gives access. */
export async function findOwnedPurchase(db: Db, { buyerCookieHash, contentId }: BuyerItem) {
  const [row] = await ownedPurchase(db, { buyerCookieHash, contentId })
  return row
}

const ownedPurchase = preparedQuery('find_owned_purchase', (db) =>
  db
    .select(purchaseColumns)
    .from(checkouts)
    .innerJoin(purchases, eq(purchases.checkoutId, checkouts.id))
    .innerJoin(accessGrants, and(eq(accessGrants.purchaseId, purchases.id), isNull(accessGrants.revokedAt)))
    .where(
      and(
        eq(checkouts.buyerCookieHash, placeholder('buyerCookieHash')),
        eq(checkouts.contentId, placeholder('contentId')),
      ),
    )
    .orderBy(desc(purchases.paidAt), desc(purchases.id))
    .limit(1),
)

/** This browser's purchases of an item, newest first; access may be revoked. */
export async function selectPurchasesByBuyerCookie(db: Db, { buyerCookieHash, contentId }: BuyerItem) {
  return basePurchaseQuery(db)
    .where(and(eq(checkouts.buyerCookieHash, buyerCookieHash), eq(checkouts.contentId, contentId)))
    .orderBy(desc(purchases.paidAt))
    .limit(20)
}

/** An email's purchases with active access, newest first. Case-insensitive. */
export async function selectActivePurchasesByEmail(db: Db, email: string, limit: number) {
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
  id: RowId,
  change: Partial<
    Pick<
      PurchaseRow,
      | 'itemNumber'
      | 'refundedAmount'
      | 'disputedAmount'
      | 'platformFeeRefundedAmount'
      | 'taxRefundedAmount'
      | 'netAmount'
      | 'providerFeeAmount'
    >
  >,
): Promise<PurchaseRow> {
  const row = await updateRow(tx, purchases, { id }, change)
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
  await updateRow(tx, accessGrants, { purchaseId }, { tokenNonce, tokenReplacedAt: now })
  await deleteRows(tx, accessLinks, { purchaseId })
  await insertRows(tx, accessLinks, [{ tokenHash, purchaseId }])
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
  const isOfDispute = { purchaseId, revocationReason: 'dispute' } as const
  await updateRow(tx, accessGrants, isOfDispute, { revokedAt: null, revocationReason: null })
}
