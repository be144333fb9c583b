import { and, desc, eq, ilike, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { likePart } from '../../db/like.ts'
import {
  attempts,
  contents,
  doublePurchases,
  files,
  grants,
  purchases,
  users,
} from '../../db/schema/index.ts'
import type { Part } from '../../http/paging.ts'

export type FoundRow = Awaited<ReturnType<typeof searchPurchases>>[number]
type Search = Part & { q: string; only: 'all' | 'doubles' }

/**
 * Purchases by order number, address or payment id, which read an index; when nothing is called exactly that, by a part of
 * the buyer's or the creator's address or of the title. Without words all of them. The newest first.
 */
export async function searchPurchases(db: Db, search: Search) {
  const { q } = search
  if (!q) return purchasesWhere(db, undefined, search)
  const [exact] = await found(db).where(meant(q)).limit(1)
  return purchasesWhere(db, exact ? meant(q) : alike(q), search)
}

async function purchasesWhere(db: Db, where: SQL | undefined, { only, most, skip }: Search) {
  return found(db)
    .where(and(where, only === 'doubles' ? isFlagged : undefined))
    .orderBy(desc(purchases.paidAt), desc(purchases.id))
    .limit(most)
    .offset(skip)
}

export async function purchaseRow(db: Db, id: number): Promise<FoundRow | undefined> {
  const [row] = await found(db).where(eq(purchases.id, id))
  return row
}

/** What somebody types of a purchase: an address has an @, an order number is all digits, the rest is a payment. */
function meant(q: string): SQL {
  if (q.includes('@')) return eq(sql`lower(${purchases.email})`, q.toLowerCase())
  if (/^\d{1,15}$/.test(q)) return eq(purchases.id, Number(q))
  return inArray(
    purchases.attemptId,
    sql`(select ${attempts.id} from ${attempts} where ${attempts.providerPaymentId} = ${q})`,
  )
}

function alike(q: string): SQL | undefined {
  const part = likePart(q)
  return or(ilike(purchases.email, part), ilike(users.email, part), ilike(contents.title, part))
}

const isFlagged = inArray(
  purchases.id,
  sql`(select ${doublePurchases.purchaseId} from ${doublePurchases} where ${doublePurchases.seenAt} is null)`,
)

function found(db: Db) {
  return db
    .select({
      purchase: purchases,
      grant: grants,
      attempt: attempts,
      content: contents,
      fileName: files.name,
      creator: { id: users.id, name: users.firstName, email: users.email },
      doubleOf: doublePurchases.earlierId,
    })
    .from(purchases)
    .innerJoin(grants, eq(grants.purchaseId, purchases.id))
    .innerJoin(attempts, eq(attempts.id, purchases.attemptId))
    .innerJoin(contents, eq(contents.id, purchases.contentId))
    .leftJoin(files, eq(files.id, contents.fileId))
    .innerJoin(users, eq(users.id, purchases.creatorId))
    .leftJoin(
      doublePurchases,
      and(eq(doublePurchases.purchaseId, purchases.id), isNull(doublePurchases.seenAt)),
    )
    .$dynamic()
}
