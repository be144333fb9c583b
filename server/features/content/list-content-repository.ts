import {
  and,
  asc,
  between,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import type { Category } from '../../../contract/content.ts'
import type { ContentSort } from '../../../contract/content-list.ts'
import type { Day } from '../../../domain/dates.ts'
import type { Db } from '../../db/database.ts'
import { containsPattern } from '../../db/like-pattern.ts'
import { contentDailyRollups, contentItems, contentRollups, creatorStorage } from '../../db/schema/index.ts'
import type { Cursor } from './list-content-cursor.ts'
import { type ContentRow, selectContentsUnordered } from './repository.ts'

export type ContentFilter = { creatorId: string; q: string; category: Category | undefined }

const { saleCount, netAmount, listedAt, contentId } = contentRollups

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
  const from = isByTotals(sort) ? query.innerJoin(contentRollups, isListedItem(filter)) : query
  return from
    .where(and(isOwnedAndNotDeleted(filter), matchesFilter(filter), after && afterCursor(after)))
    .orderBy(...orderByClause(sort))
    .limit(limit)
}

/** The number of a creator's items, from a stored count, and the categories they are in. */
export async function summarizeContent(
  db: Db,
  creatorId: string,
  allCategories: ReadonlyArray<Category>,
): Promise<{ total: number; categories: Array<Category> }> {
  const [row] = await db
    .select({
      total: creatorStorage.itemCount,
      categories: sql<Array<Category>>`array(
        select category from unnest(${sql.param(allCategories)}::text[]) as category where exists (
          select from content_items c where c.creator_id = ${creatorId} and c.category = category.category and c.deleted_at is null
        ))`,
    })
    .from(creatorStorage)
    .where(eq(creatorStorage.creatorId, creatorId))
  return row ?? { total: 0, categories: [] }
}

/** The number of a creator's items, from a stored count. */
export async function countItems(db: Db, creatorId: string): Promise<number> {
  const { itemCount } = creatorStorage
  const [row] = await db
    .select({ itemCount })
    .from(creatorStorage)
    .where(eq(creatorStorage.creatorId, creatorId))
  return row?.itemCount ?? 0
}

/** The number of a creator's items that match. */
export async function countMatchingContent(db: Db, filter: ContentFilter): Promise<number> {
  return db.$count(contentItems, and(isOwnedAndNotDeleted(filter), matchesFilter(filter)))
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

/** Whether the totals are those of the item. Repeats the filter on the creator, so that their index gives the order. */
function isListedItem({ creatorId }: Pick<ContentFilter, 'creatorId'>) {
  return and(
    eq(contentId, contentItems.id),
    eq(contentRollups.creatorId, creatorId),
    isNotNull(contentRollups.listedAt),
  )
}

function matchesFilter({ q, category }: ContentFilter): SQL | undefined {
  const matchesText = sql`content_items.search_text like lower(${containsPattern(q)})`
  return and(
    q === '' ? undefined : matchesText,
    category === undefined ? undefined : eq(contentItems.category, category),
  )
}

function isByTotals(sort: ContentSort): boolean {
  return sort === 'tips' || sort === 'earnings'
}

/** Creation time and id. The totals have copies of both, in the indexes of their sort orders. */
function timeAndId(sort: ContentSort): [SQLWrapper, SQLWrapper] {
  return isByTotals(sort) ? [listedAt, contentId] : [contentItems.createdAt, contentItems.id]
}

function orderByClause(sort: ContentSort): Array<SQL> {
  const [time, id] = timeAndId(sort)
  if (sort === 'oldest') return [asc(time), asc(id)]
  const key = sortKeys[sort]
  const newest = [desc(time), desc(id)]
  return key ? [key.isDescending ? desc(key.column) : asc(key.column), ...newest] : newest
}

/** Rows after the cursor, as a condition from which an index can start. */
function afterCursor({ sort, key, createdAt, id }: Cursor): SQL | undefined {
  const [timeColumn, idColumn] = timeAndId(sort)
  const cursor = sql`${createdAt.toISOString()}::timestamptz, ${id}::bigint`
  if (sort === 'oldest') return sql`(${timeColumn}, ${idColumn}) > (${cursor})`
  const beforeCursor = sql`(${timeColumn}, ${idColumn}) < (${cursor})`
  const sortKey = sortKeys[sort]
  if (!sortKey) return beforeCursor
  const value = sql`${key}::bigint`
  return sortKey.isDescending
    ? sql`(${sortKey.column}, ${timeColumn}, ${idColumn}) < (${value}, ${cursor})`
    : and(sql`${sortKey.column} >= ${value}`, or(sql`${sortKey.column} > ${value}`, beforeCursor))
}
