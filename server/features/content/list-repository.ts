import { and, asc, count, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Category } from '../../../contract/content.ts'
import type { Sort } from '../../../contract/shelf.ts'
import type { Db } from '../../db/database.ts'
import { contents, contentTotals } from '../../db/schema/index.ts'
import type { Cursor } from './list-cursor.ts'
import { type ContentRow, contentsByIds } from './repository.ts'

export type Wanted = { creatorId: string; q: string; category: Category | undefined }

const tips = sql<number>`coalesce(${contentTotals.tips}, 0)`
const earned = sql<number>`coalesce(${contentTotals.earned}, 0)`

/** What an order sorts by before the moment of an item, and which way. */
const keys = {
  newest: undefined,
  oldest: undefined,
  'price-high': { of: contents.price, down: true },
  'price-low': { of: contents.price, down: false },
  tips: { of: tips, down: true },
  earnings: { of: earned, down: true },
} satisfies Record<Sort, unknown>

/** The same of an item that was read. */
export function keyOf({ content, totals }: ContentRow, sort: Sort): number {
  if (sort === 'tips') return totals?.tips ?? 0
  if (sort === 'earnings') return totals?.earned ?? 0
  return sort === 'price-high' || sort === 'price-low' ? content.price : 0
}

/** Only which items, in order: what they are is read afterwards, for these few. */
export async function idsInOrder(
  db: Db,
  wanted: Wanted,
  { sort, after, most }: { sort: Sort; after: Cursor | undefined; most: number },
): Promise<Array<{ id: number }>> {
  const query = db.select({ id: contents.id }).from(contents).$dynamic()
  const isByTotals = sort === 'tips' || sort === 'earnings'
  const from = isByTotals ? query.leftJoin(contentTotals, eq(contentTotals.contentId, contents.id)) : query
  return from
    .where(and(onShelf(wanted), matches(wanted), after && isAfter(after)))
    .orderBy(...orderOf(sort))
    .limit(most)
}

/** How many items there are of each category, and how many of them have the words. */
export async function countByCategory(db: Db, { creatorId, q }: Wanted) {
  const found = matches({ creatorId, q, category: undefined })
  return db
    .select({
      category: contents.category,
      all: count(),
      matching: found ? sql<number>`(count(*) filter (where ${found}))::int` : count(),
    })
    .from(contents)
    .where(onShelf({ creatorId }))
    .groupBy(contents.category)
}

/** In the order of the ids. */
export async function rowsByIds(db: Db, ids: Array<number>): Promise<Array<ContentRow>> {
  const rows = new Map((await contentsByIds(db, ids)).map((row) => [row.content.id, row]))
  return ids.flatMap((id) => rows.get(id) ?? [])
}

function onShelf({ creatorId }: Pick<Wanted, 'creatorId'>) {
  return and(eq(contents.creatorId, creatorId), isNull(contents.deletedAt))
}

function matches({ q, category }: Wanted): SQL | undefined {
  const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`
  const words = sql`(${contents.title} ilike ${pattern} or ${contents.description} ilike ${pattern})`
  return and(q === '' ? undefined : words, category && eq(contents.category, category))
}

function orderOf(sort: Sort): Array<SQL> {
  if (sort === 'oldest') return [asc(contents.createdAt), asc(contents.id)]
  const key = keys[sort]
  const newest = [desc(contents.createdAt), desc(contents.id)]
  return key ? [key.down ? desc(key.of) : asc(key.of), ...newest] : newest
}

/** Rows that come after the cursor's. The first bound is implied by the second, and is what an index can start at. */
function isAfter({ sort, key, createdAt, id }: Cursor): SQL | undefined {
  const place = sql`(${contents.createdAt}, ${contents.id})`
  const cursor = sql`(${createdAt.toISOString()}::timestamptz, ${id}::bigint)`
  if (sort === 'oldest') return sql`${place} > ${cursor}`
  const older = sql`${place} < ${cursor}`
  const by = keys[sort]
  if (!by) return older
  const value = sql`${key}::bigint`
  return by.down
    ? and(sql`${by.of} <= ${value}`, or(sql`${by.of} < ${value}`, older))
    : and(sql`${by.of} >= ${value}`, or(sql`${by.of} > ${value}`, older))
}
