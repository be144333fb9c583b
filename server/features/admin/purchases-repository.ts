import { and, desc, eq, ilike, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { containsPattern } from '../../db/like-pattern.ts'
import {
  checkouts,
  contents,
  doublePurchases,
  files,
  grants,
  purchases,
  users,
} from '../../db/schema/index.ts'
import type { LimitOffset } from '../../http/pagination.ts'

export type PurchaseSearchRow = Awaited<ReturnType<typeof selectMatchingPurchases>>[number]
type PurchaseSearch = LimitOffset & { q: string; filter: 'all' | 'doubles' }

/**
 * Purchases by order number, address or payment id, which read an index; when nothing is called exactly that, by a part of
 * the buyer's or the creator's address or of the title. Without words all of them. The newest first.
 */
export async function selectMatchingPurchases(db: Db, search: PurchaseSearch) {
  const { q } = search
  if (!q) return purchasesWhere(db, undefined, search)
  const [exact] = await basePurchaseQuery(db).where(exactMatch(q)).limit(1)
  return purchasesWhere(db, exact ? exactMatch(q) : partialMatch(q), search)
}

async function purchasesWhere(db: Db, where: SQL | undefined, { filter, limit, offset }: PurchaseSearch) {
  return basePurchaseQuery(db)
    .where(and(where, filter === 'doubles' ? isFlaggedDuplicate : undefined))
    .orderBy(desc(purchases.paidAt), desc(purchases.id))
    .limit(limit)
    .offset(offset)
}

export async function findPurchase(db: Db, id: number): Promise<PurchaseSearchRow | undefined> {
  const [row] = await basePurchaseQuery(db).where(eq(purchases.id, id))
  return row
}

/** What somebody types of a purchase: an address has an @, an order number is all digits, the rest is a payment. */
function exactMatch(q: string): SQL {
  if (q.includes('@')) return eq(sql`lower(${purchases.email})`, q.toLowerCase())
  if (/^\d{1,15}$/.test(q)) return eq(purchases.id, Number(q))
  return inArray(
    purchases.attemptId,
    sql`(select ${checkouts.id} from ${checkouts} where ${checkouts.providerPaymentId} = ${q})`,
  )
}

function partialMatch(q: string): SQL | undefined {
  const part = containsPattern(q)
  return or(ilike(purchases.email, part), ilike(users.email, part), ilike(contents.title, part))
}

const isFlaggedDuplicate = inArray(
  purchases.id,
  sql`(select ${doublePurchases.purchaseId} from ${doublePurchases} where ${doublePurchases.seenAt} is null)`,
)

function basePurchaseQuery(db: Db) {
  return db
    .select({
      purchase: purchases,
      grant: grants,
      attempt: checkouts,
      content: contents,
      fileName: files.name,
      creator: { id: users.id, name: users.firstName, email: users.email },
      doubleOf: doublePurchases.earlierId,
    })
    .from(purchases)
    .innerJoin(grants, eq(grants.purchaseId, purchases.id))
    .innerJoin(checkouts, eq(checkouts.id, purchases.attemptId))
    .innerJoin(contents, eq(contents.id, purchases.contentId))
    .leftJoin(files, eq(files.id, contents.fileId))
    .innerJoin(users, eq(users.id, purchases.creatorId))
    .leftJoin(
      doublePurchases,
      and(eq(doublePurchases.purchaseId, purchases.id), isNull(doublePurchases.seenAt)),
    )
    .$dynamic()
}
