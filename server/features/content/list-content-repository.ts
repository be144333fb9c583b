import { and, asc, between, count, desc, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Category } from '../../../contract/content.ts'
import type { ContentSort } from '../../../contract/content-list.ts'
import type { Day } from '../../../domain/dates.ts'
import type { Db } from '../../db/database.ts'
import { contentDailyRollups, contentItems, contentRollups } from '../../db/schema/index.ts'
import type { Cursor } from './list-content-cursor.ts'
import { type ContentRow, selectContentsUnordered } from './repository.ts'

export type ContentFilter = { creatorId: string; q: string; category: Category | undefined }

const saleCount = sql<number>`coalesce(${contentRollups.saleCount}, 0)`
const netAmount = sql<number>`coalesce(${contentRollups.netAmount}, 0)`

/** The column and direction of each sort order, before creation time. */
const sortKeys = {
  newest: undefined,
  oldest: undefined,
  'price-high': { column: contentItems.priceAmount, isDescending: true },
  'price-low': { column: contentItems.priceAmount, isDescending: false },
  tips: { column: saleCount, isDescending: true },
  earnings: { column: netAmount, isDescending: true },
} satisfies Record<ContentSort, unknown>

/** The sort value of a loaded item. */
export function sortKeyOf({ content, totals }: ContentRow, sort: ContentSort): number {
  if (sort === 'tips') return totals?.saleCount ?? 0
  if (sort === 'earnings') return totals?.netAmount ?? 0
  return sort === 'price-high' || sort === 'price-low' ? content.priceAmount : 0
}

/** Selects only the ids of a page, in order. */
export async function selectContentIds(
  db: Db,
  filter: ContentFilter,
  { sort, after, limit }: { sort: ContentSort; after: Cursor | undefined; limit: number },
): Promise<Array<{ id: number }>> {
  const query = db.select({ id: contentItems.id }).from(contentItems).$dynamic()
  const isByTotals = sort === 'tips' || sort === 'earnings'
  const from = isByTotals
    ? query.leftJoin(contentRollups, eq(contentRollups.contentId, contentItems.id))
    : query
  return from
    .where(and(isOwnedAndNotDeleted(filter), matchesSearch(filter), after && afterCursor(after)))
    .orderBy(...orderByClause(sort))
    .limit(limit)
}

/** The number of items in each category, and of those that match the search. */
export async function countByCategory(db: Db, { creatorId, q }: ContentFilter) {
  const searchCondition = matchesSearch({ creatorId, q, category: undefined })
  return db
    .select({
      category: contentItems.category,
      all: count(),
      matching: searchCondition ? sql<number>`(count(*) filter (where ${searchCondition}))::int` : count(),
    })
    .from(contentItems)
    .where(isOwnedAndNotDeleted({ creatorId }))
    .groupBy(contentItems.category)
}

/** The items, in the order of the ids. */
export async function selectContentByIds(db: Db, ids: Array<number>): Promise<Array<ContentRow>> {
  const rows = new Map((await selectContentsUnordered(db, ids)).map((row) => [row.content.id, row]))
  return ids.flatMap((id) => rows.get(id) ?? [])
}

/** The days with sales of these items. */
export async function selectSalesByDay(db: Db, ids: Array<number>, { from, to }: { from: Day; to: Day }) {
  const { contentId, day, purchaseCount } = contentDailyRollups
  return db
    .select({ id: contentId, day, sales: purchaseCount })
    .from(contentDailyRollups)
    .where(and(inArray(contentId, ids), between(day, from, to), gt(purchaseCount, 0)))
}

function isOwnedAndNotDeleted({ creatorId }: Pick<ContentFilter, 'creatorId'>) {
  return and(eq(contentItems.creatorId, creatorId), isNull(contentItems.deletedAt))
}

function matchesSearch({ q, category }: ContentFilter): SQL | undefined {
  const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`
  const matchesText = sql`(${contentItems.title} ilike ${pattern} or ${contentItems.description} ilike ${pattern})`
  return and(q === '' ? undefined : matchesText, category && eq(contentItems.category, category))
}

function orderByClause(sort: ContentSort): Array<SQL> {
  if (sort === 'oldest') return [asc(contentItems.createdAt), asc(contentItems.id)]
  const key = sortKeys[sort]
  const newest = [desc(contentItems.createdAt), desc(contentItems.id)]
  return key ? [key.isDescending ? desc(key.column) : asc(key.column), ...newest] : newest
}

/** Rows after the cursor. The first condition is implied by the second, and lets an index start there. */
function afterCursor({ sort, key, createdAt, id }: Cursor): SQL | undefined {
  const rowKey = sql`(${contentItems.createdAt}, ${contentItems.id})`
  const cursor = sql`(${createdAt.toISOString()}::timestamptz, ${id}::bigint)`
  if (sort === 'oldest') return sql`${rowKey} > ${cursor}`
  const beforeCursor = sql`${rowKey} < ${cursor}`
  const sortKey = sortKeys[sort]
  if (!sortKey) return beforeCursor
  const value = sql`${key}::bigint`
  return sortKey.isDescending
    ? and(sql`${sortKey.column} <= ${value}`, or(sql`${sortKey.column} < ${value}`, beforeCursor))
    : and(sql`${sortKey.column} >= ${value}`, or(sql`${sortKey.column} > ${value}`, beforeCursor))
}
