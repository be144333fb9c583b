import { and, desc, eq, ilike, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { normalizeEmail } from '../../../../contract/email-address.ts'
import { type OrderNumber, toOrderNumber } from '../../../../contract/order-number.ts'
import { readOrderNumber } from '../../../../domain/order-number.ts'
import type { Db } from '../../../db/database.ts'
import { containsPattern } from '../../../db/rows.ts'
import {
  accessGrants,
  checkouts,
  contentItems,
  duplicatePurchases,
  purchases,
  users,
} from '../../../db/schema/index.ts'
import type { LimitOffset } from '../../../http/pagination.ts'
import type { Ports } from '../../../ports/index.ts'
import { isSold } from '../../earning/sales/repository.ts'
import { listedPartsColumn } from '../../selling/content/parts.ts'

/** A purchase and the time by which lists order it, as text. */
type Match = { id: string; paid_at: string }

/**
 * The newest purchases whose buyer's email, creator's email or title contains the text, at most `limit`, newest first.
 * Each kind of match has its own index, so that the time does not depend on the number of purchases.
 */
export async function selectPartialMatchIds(db: Db, q: string, limit: number): Promise<Array<number>> {
  const part = containsPattern(q)
  const matches = [
    ...(await newestByBuyer(db, part, limit)),
    ...(await newestOf(db, { column: purchases.creatorId, owners: creatorsByEmail(part), limit })),
    ...(await newestOf(db, { column: purchases.contentId, owners: contentByTitle(part), limit })),
  ]
  const timeById = new Map(matches.map(({ id, paid_at }) => [Number(id), Date.parse(paid_at)]))
  return [...timeById]
    .sort(([idA, timeA], [idB, timeB]) => timeB - timeA || idB - idA)
    .slice(0, limit)
    .map(([id]) => id)
}

/**
 * How many purchases are compared with a text that is too short for an index. Creators and items are looked up one by one,
 * because a join would read all items.
 */
const newestSearched = 2_000

/** The same among the newest purchases only, for a text of one or two characters. */
export async function selectShortMatchIds(db: Db, q: string, limit: number): Promise<Array<number>> {
  const part = containsPattern(q)
  const matches = await select(
    db,
    sql`select newest.id, newest.paid_at from (
        select id, paid_at, buyer_email, creator_id, content_id from purchases
        order by paid_at desc, id desc limit ${newestSearched}
      ) newest
      where buyer_email ilike ${part} or (select email from users where id = creator_id) ilike ${part}
        or (select title from content_items where id = content_id) ilike ${part}
      order by newest.paid_at desc, newest.id desc limit ${limit}`,
  )
  return matches.map(({ id }) => Number(id))
}

/** Whether there are more purchases than a short text is compared with. */
export async function hasMoreThanNewest(db: Db): Promise<boolean> {
  const { rows } = await db.execute(sql`select from purchases offset ${newestSearched} limit 1`)
  return rows.length > 0
}

/**
 * How many of the newest purchases are compared before the index is used. A frequent text, such as the name of a mail
 * provider, fills the page from them, while the index would return a large part of all purchases.
 */
const scannedPurchases = { first: 1_000, second: 50_000 }
/** With fewer matches among the first, too few are expected among the second. */
const minMatchesForSecondScan = 3

async function newestByBuyer(db: Db, part: string, limit: number): Promise<Array<Match>> {
  const first = await newestByBuyerAmong(db, part, { scanned: scannedPurchases.first, limit })
  if (first.length === limit) return first
  if (first.length >= minMatchesForSecondScan) {
    const second = await newestByBuyerAmong(db, part, { scanned: scannedPurchases.second, limit })
    if (second.length === limit) return second
  }
  return select(
    db,
    sql`with matching as materialized (
      select id, paid_at from purchases where buyer_email ilike ${part}
    ) select id, paid_at from matching order by paid_at desc, id desc limit ${limit}`,
  )
}

async function newestByBuyerAmong(
  db: Db,
  part: string,
  { scanned, limit }: { scanned: number; limit: number },
): Promise<Array<Match>> {
  return select(
    db,
    sql`select id, paid_at from (
      select id, paid_at, buyer_email from purchases order by paid_at desc, id desc limit ${scanned}
    ) newest where buyer_email ilike ${part} order by paid_at desc, id desc limit ${limit}`,
  )
}

function creatorsByEmail(part: string): SQL {
  return sql`select id from users where email ilike ${part}`
}

/** The condition on the search text, of title and description, has an index. */
function contentByTitle(part: string): SQL {
  return sql`select id from content_items where search_text like lower(${part}) and title ilike ${part}`
}

/** Up to this many creators or items are read one by one; with more, the newest purchases are compared. */
const maxOwnersForLateral = 200

/** The newest purchases of the creators or items that a query finds. */
async function newestOf(
  db: Db,
  {
    column,
    owners,
    limit,
  }: { column: typeof purchases.creatorId | typeof purchases.contentId; owners: SQL; limit: number },
): Promise<Array<Match>> {
  const { rows } = await db.execute<{ id: string }>(sql`${owners} limit ${maxOwnersForLateral + 1}`)
  if (rows.length === 0) return []
  const newest = sql`order by paid_at desc, purchases.id desc limit ${limit}`
  if (rows.length > maxOwnersForLateral)
    return select(db, sql`select id, paid_at from purchases where ${column} in (${owners}) ${newest}`)
  return select(
    db,
    // What was sold and what was free has its own index of creators.
    sql`select sold.id, sold.paid_at from (${owners}) owner cross join lateral (
      (select id, paid_at from purchases where ${column} = owner.id and amount > 0 ${newest})
      union all (select id, paid_at from purchases where ${column} = owner.id and amount = 0 ${newest})
    ) sold order by sold.paid_at desc, sold.id desc limit ${limit}`,
  )
}

async function select(db: Db, query: SQL): Promise<Array<Match>> {
  return (await db.execute<Match>(query)).rows
}

/**
 * Whether a trigram index finds texts that contain this one. It knows groups of three characters of a word, and the spaces
 * around a word count: two characters are enough beside a sign, and one between two signs.
 */
export function hasTrigram(text: string): boolean {
  const letter = '[\\p{L}\\p{N}]'
  const sign = '[^\\p{L}\\p{N}]'
  return new RegExp(`${letter}{3}|${sign}${letter}{2}|${letter}{2}${sign}|${sign}${letter}${sign}`, 'u').test(
    text,
  )
}

export type PurchaseSearchRow = Awaited<ReturnType<typeof selectPurchasesWhere>>[number]
type PurchaseSearch = LimitOffset & { q: string; filter: 'all' | 'duplicates' }
/** `onlyNewest`: only so many of the newest purchases were compared; null when all were. */
export type PurchaseMatches = { rows: Array<PurchaseSearchRow>; onlyNewest: number | null }

/**
 * Purchases by order number, email or payment id, found by index; without an exact match, by part of the buyer's or
 * creator's email or of the title. Without a search all that were paid for. Newest first.
 */
export async function findMatchingPurchases(db: Db, search: PurchaseSearch): Promise<PurchaseMatches> {
  const { q, filter, limit, offset } = search
  const among = async (where: SQL | undefined) => ({
    rows: await selectPurchasesWhere(db, where, search),
    onlyNewest: null,
  })
  if (!q) return among(isSold)
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
      parts: listedPartsColumn,
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

/** Merges the entries that sales appended to the index of buyers' emails, so that no sale has to. */
export async function mergeSearchIndex({ db }: Ports): Promise<void> {
  await db.execute(sql`select gin_clean_pending_list('purchases_buyer_email_search_idx')`)
}
