import { and, desc, eq, ilike, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../db/database.ts'
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
import { selectPartialMatchIds } from './search-purchases.ts'

export type PurchaseSearchRow = Awaited<ReturnType<typeof selectMatchingPurchases>>[number]
type PurchaseSearch = LimitOffset & { q: string; filter: 'all' | 'duplicates' }

/**
 * Purchases by order number, email or payment id, found by index; without an exact match, by part of the buyer's or
 * creator's email or of the title. Without a search all purchases. Newest first.
 */
export async function selectMatchingPurchases(db: Db, search: PurchaseSearch) {
  const { q, filter, limit, offset } = search
  if (!q) return selectPurchasesWhere(db, undefined, search)
  const [exact] = await basePurchaseQuery(db).where(exactMatch(q)).limit(1)
  if (exact) return selectPurchasesWhere(db, exactMatch(q), search)
  // Few purchases are flagged, so they are compared one by one.
  if (filter === 'duplicates') return selectPurchasesWhere(db, partialMatch(q), search)
  const ids = await selectPartialMatchIds(db, q, offset + limit)
  const pageIds = ids.slice(offset)
  if (pageIds.length === 0) return []
  return selectPurchasesWhere(db, inArray(purchases.id, pageIds), { ...search, offset: 0 })
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

export async function findPurchase(db: Db, orderNumber: number): Promise<PurchaseSearchRow | undefined> {
  const [row] = await basePurchaseQuery(db).where(eq(purchases.orderNumber, orderNumber))
  return row
}

/** By kind of search text: an email has an @, an order number only digits; anything else is a payment id. */
function exactMatch(q: string): SQL {
  if (q.includes('@')) return eq(sql`lower(${purchases.buyerEmail})`, q.toLowerCase())
  if (/^\d{1,15}$/.test(q)) return eq(purchases.orderNumber, Number(q))
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

function basePurchaseQuery(db: Db) {
  return db
    .select({
      purchase: purchases,
      grant: accessGrants,
      checkout: checkouts,
      content: contentItems,
      fileName: files.name,
      creator: { id: users.id, name: users.firstName, email: users.email },
      duplicateOf: originalPurchases.orderNumber,
    })
    .from(purchases)
    .innerJoin(accessGrants, eq(accessGrants.purchaseId, purchases.id))
    .innerJoin(checkouts, eq(checkouts.id, purchases.checkoutId))
    .innerJoin(contentItems, eq(contentItems.id, purchases.contentId))
    .leftJoin(files, eq(files.id, contentItems.fileId))
    .innerJoin(users, eq(users.id, purchases.creatorId))
    .leftJoin(
      duplicatePurchases,
      and(eq(duplicatePurchases.purchaseId, purchases.id), isNull(duplicatePurchases.dismissedAt)),
    )
    .leftJoin(originalPurchases, eq(originalPurchases.id, duplicatePurchases.originalPurchaseId))
    .$dynamic()
}
