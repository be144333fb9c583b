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
import { z } from 'zod'
import type { Category } from '../../../../contract/content.ts'
import type * as contract from '../../../../contract/content-editing.ts'
import { ContentSort } from '../../../../contract/content-editing.ts'
import { limits } from '../../../../contract/limits.ts'
import { formatDecimal } from '../../../../contract/money.ts'
import { addDays, type Day, utcDay, utcDaysInRange } from '../../../../domain/dates.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { Db } from '../../../db/database.ts'
import { containsPattern } from '../../../db/rows.ts'
import {
  contentDailyRollups,
  contentItems,
  contentRollups,
  creatorStorage,
} from '../../../db/schema/index.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { bundleSharesOfItems } from './bundle-shares.ts'
import { presentInList } from './present.ts'
import { type ContentRow, countContent, selectContentsUnordered } from './repository.ts'

type ListContentQuery = z.output<typeof contract.listContentPage.query>

/** Days of the earnings beside each item. */
const recentDays = 30
/** With fewer sales in these days a line of them says nothing. */
const minSalesOfSparkline = 3

/** The newest items, or those after the cursor, with the cursor of the next page. */
export async function listOwnContent(
  { db, clock }: Ports,
  viewer: Viewer,
  { cursor }: { cursor?: string | undefined },
) {
  const filter = { creatorId: viewer.id, q: '', category: undefined }
  const { rows, next } = await loadPage(db, filter, { sort: 'newest', cursor, limit: limits.maxPageSize })
  const now = clock.now()
  return { items: rows.map((row) => presentInList(row, now)), next, total: await countContent(db, viewer.id) }
}

/** A page of a creator's items with counts; equally fast with ten thousand items and on the last page. */
export async function listContentPage(ports: Ports, viewer: Viewer, query: ListContentQuery) {
  const { db, clock, settings } = ports
  const { q, category } = query
  const filter = { creatorId: viewer.id, q, category }
  const { rows, next } = await loadPage(db, filter, query)
  const { total, categories } = await summarizeContent(
    db,
    viewer.id,
    settings.current().categories.map(({ id }) => id),
  )
  const now = clock.now()
  const matchesAll = q === '' && category === undefined
  const ids = rows.map(({ content }) => content.id)
  return {
    items: rows.map((row) => presentInList(row, now)),
    recentEarnings: await recentEarnings(ports, ids, now),
    bundleShares: await bundleSharesOfItems(ports, viewer.id, ids),
    next,
    total,
    matchingCount: matchesAll ? total : await countMatchingContent(db, filter),
    categories,
  }
}

async function loadPage(
  db: Db,
  filter: ContentFilter,
  { sort, cursor, limit }: Pick<ListContentQuery, 'sort' | 'limit'> & { cursor?: string | undefined },
) {
  const after = cursor === undefined ? undefined : decodeCursor(cursor, sort)
  const ids = await selectContentIds(db, filter, { sort, after, limit: limit + 1 })
  const rows = await selectContentByIds(
    db,
    ids.slice(0, limit).map(({ id }) => id),
  )
  const last = ids.length > limit ? rows.at(-1) : undefined
  const next = last
    ? encodeCursor({
        sort,
        key: sortKeyOf(last, sort),
        createdAt: last.content.createdAt,
        id: last.content.id,
      })
    : null
  return { rows, next }
}

/** What items earned on each of the last days, refunds of the day taken off; those with fewer sales than a line needs are left out. */
async function recentEarnings({ db, config }: Pick<Ports, 'db' | 'config'>, ids: Array<number>, now: Date) {
  const to = utcDay(now)
  const days = utcDaysInRange(addDays(to, 1 - recentDays), to)
  const byItem = new Map<number, { sales: number; earned: Array<number> }>()
  for (const { id, day, sales, earned } of await selectSalesByDay(db, ids, { from: days[0] ?? to, to })) {
    const item = byItem.get(id) ?? { sales: 0, earned: days.map(() => 0) }
    item.sales += sales
    item.earned[days.indexOf(day)] = earned
    byItem.set(id, item)
  }
  return [...byItem]
    .filter(([, { sales }]) => sales >= minSalesOfSparkline)
    .map(([id, { earned }]) => ({
      id,
      days: earned.map((amount) => Number(formatDecimal(amount, config.currency))),
    }))
}

/** The position after a page: its last item's sort value, creation time and id. */
type Cursor = { sort: ContentSort; key: number; createdAt: Date; id: number }

const safeInteger = z.number().int().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER)
/** The encoded cursor; times in milliseconds, limited to what PostgreSQL accepts. */
const CursorTuple = z.tuple([ContentSort, safeInteger, z.number().int().min(0).max(8e13), safeInteger])

function encodeCursor({ sort, key, createdAt, id }: Cursor): string {
  return Buffer.from(JSON.stringify([sort, key, createdAt.getTime(), id])).toString('base64url')
}

/** Throws AppError for an invalid cursor, or one of another sort order. */
function decodeCursor(text: string, sort: ContentSort): Cursor {
  const parsed = CursorTuple.safeParse(safeJsonParse(text))
  if (!parsed.success || parsed.data[0] !== sort) throw new AppError('invalid_input', 'Not a valid page')
  const [, key, createdAt, id] = parsed.data
  return { sort, key, createdAt: new Date(createdAt), id }
}

function safeJsonParse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}

type ContentFilter = { creatorId: string; q: string; category: Category | undefined }

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

function sortKeyOf({ content, totals }: ContentRow, sort: ContentSort): number {
  if (sort === 'tips') return totals?.saleCount ?? 0
  if (sort === 'earnings') return totals?.netAmount ?? 0
  return sort === 'price-high' || sort === 'price-low' ? content.priceAmount : 0
}

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
async function summarizeContent(
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

export async function countMatchingContent(db: Db, filter: ContentFilter): Promise<number> {
  return db.$count(contentItems, and(isOwnedAndNotDeleted(filter), matchesFilter(filter)))
}

/** The items, in the order of the ids. */
export async function selectContentByIds(db: Db, ids: Array<number>): Promise<Array<ContentRow>> {
  const rows = new Map((await selectContentsUnordered(db, ids)).map((row) => [row.content.id, row]))
  return ids.flatMap((id) => rows.get(id) ?? [])
}

export async function selectSalesByDay(db: Db, ids: Array<number>, { from, to }: { from: Day; to: Day }) {
  const { contentId, day, purchaseCount, netAmountDelta } = contentDailyRollups
  return db
    .select({ id: contentId, day, sales: purchaseCount, earned: netAmountDelta })
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
