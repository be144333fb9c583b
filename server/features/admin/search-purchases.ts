import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { containsPattern } from '../../db/like-pattern.ts'
import { purchases } from '../../db/schema/index.ts'

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
export const newestSearched = 2_000

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
    sql`select sold.id, sold.paid_at from (${owners}) owner cross join lateral (
      select id, paid_at from purchases where ${column} = owner.id ${newest}
    ) sold order by sold.paid_at desc, sold.id desc limit ${limit}`,
  )
}

async function select(db: Db, query: SQL): Promise<Array<Match>> {
  return (await db.execute<Match>(query)).rows
}
