import { and, desc, eq, ilike, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { normalizeEmail } from '../../../contract/email-address.ts'
import { type OrderNumber, toOrderNumber } from '../../../contract/order-number.ts'
import { readOrderNumber } from '../../../domain/order-number.ts'
import type { Db } from '../../db/database.ts'
import { hasTrigram } from '../../db/has-trigram.ts'
import { containsPattern } from '../../db/like-pattern.ts'
import {
  accessGrants,
  checkouts,
  contentItems,
  duplicatePurchases,
  files,
  purchases,
  users,
} from '../../db/schema/index.ts'
import type { LimitOffset } from '../../http/pagination.ts'
import {
  hasMoreThanNewest,
  newestSearched,
  selectPartialMatchIds,
  selectShortMatchIds,
} from './search-purchases.ts'

export type PurchaseSearchRow = Awaited<ReturnType<typeof selectPurchasesWhere>>[number]
type PurchaseSearch = LimitOffset & { q: string; filter: 'all' | 'duplicates' }
/** `onlyNewest`: only so many of the newest purchases were compared; null when all were. */
export type PurchaseMatches = { rows: Array<PurchaseSearchRow>; onlyNewest: number | null }

/**
 * Purchases by order number, email or payment id, found by index; without an exact match, by part of the buyer's or
 * creator's email or of the title. Without a search all purchases. Newest first.
 */
export async function findMatchingPurchases(db: Db, search: PurchaseSearch): Promise<PurchaseMatches> {
  const { q, filter, limit, offset } = search
  const among = async (where: SQL | undefined) => ({
    rows: await selectPurchasesWhere(db, where, search),
    onlyNewest: null,
  })
  if (!q) return among(undefined)
  const [exact] = await db.select({ id: purchases.id }).from(purchases).where(exactMatch(q)).limit(1)
  if (exact) return among(exactMatch(q))
  // Few purchases are flagged, so they are compared one by one.
  if (filter === 'duplicates') return among(partialMatch(q))
  const isShort = !hasTrigram(q)
  const selectIds = isShort ? selectShortMatchIds : selectPartialMatchIds
  const pageIds = (await selectIds(db, q, offset + limit)).slice(offset)
  return {
    rows: await selectPurchasesWhere(db, inArray(purchases.id, pageIds), { ...search, offset: 0 }),
    onlyNewest: isShort && (await hasMoreThanNewest(db)) ? newestSearched : null,
  }
}

async function selectPurchasesWhere(
  db: Db,
  where: SQL | undefined,
  { filter, limit, offset }: Omit<PurchaseSearch, 'q'>,
) {
  return basePurchaseQuery(db)
    .where(and(where, filter === 'duplicates' ? isFlaggedDuplicate : undefined))
    .orderBy(desc(purchases.paidAt), desc(purchases.id))
    .limit(limit)
    .offset(offset)
}

export async function findPurchase(db: Db, orderNumber: OrderNumber): Promise<PurchaseSearchRow | undefined> {
  const [row] = await basePurchaseQuery(db).where(eq(purchases.orderNumber, orderNumber))
  return row
}

/** By kind of search text: an email has an @, an order number only digits; anything else is a payment id. */
function exactMatch(q: string): SQL {
  if (q.includes('@')) return eq(sql`lower(${purchases.buyerEmail})`, normalizeEmail(q).toLowerCase())
  const orderNumber = readOrderNumber(q)
  if (orderNumber !== undefined) return eq(purchases.orderNumber, orderNumber)
  return inArray(
    purchases.checkoutId,
    sql`(select ${checkouts.id} from ${checkouts} where ${checkouts.providerPaymentId} = ${q})`,
  )
}

function partialMatch(q: string): SQL | undefined {
  const part = containsPattern(q)
  return or(ilike(purchases.buyerEmail, part), ilike(users.email, part), ilike(contentItems.title, part))
}

const isFlaggedDuplicate = inArray(
  purchases.id,
  sql`(select ${duplicatePurchases.purchaseId} from ${duplicatePurchases} where ${duplicatePurchases.dismissedAt} is null)`,
)

const originalPurchases = alias(purchases, 'original')

/** The order number of the purchase that this one seems to repeat. */
function duplicateOf(db: Db) {
  return db
    .select({ orderNumber: originalPurchases.orderNumber })
    .from(duplicatePurchases)
    .innerJoin(originalPurchases, eq(originalPurchases.id, duplicatePurchases.originalPurchaseId))
    .where(and(eq(duplicatePurchases.purchaseId, purchases.id), isNull(duplicatePurchases.dismissedAt)))
}

/** Two values are subqueries, because PostgreSQL plans nine joined tables for longer than it reads a page of rows. */
function basePurchaseQuery(db: Db) {
  return db
    .select({
      purchase: purchases,
      grant: accessGrants,
      checkout: checkouts,
      content: contentItems,
      fileName: sql<
        string | null
      >`${db.select({ name: files.name }).from(files).where(eq(files.id, contentItems.fileId))}`,
      creator: { id: users.id, name: users.firstName, email: users.email },
      duplicateOf: sql<OrderNumber | null>`${duplicateOf(db)}`.mapWith((value) =>
        value === null ? null : toOrderNumber(String(value)),
      ),
    })
    .from(purchases)
    .innerJoin(accessGrants, eq(accessGrants.purchaseId, purchases.id))
    .innerJoin(checkouts, eq(checkouts.id, purchases.checkoutId))
    .innerJoin(contentItems, eq(contentItems.id, purchases.contentId))
    .innerJoin(users, eq(users.id, purchases.creatorId))
    .$dynamic()
}
