import type { z } from 'zod'
import type * as contract from '../../../contract/content-list.ts'
import { limits } from '../../../contract/limits.ts'
import { addDays, utcDay, utcDaysInRange } from '../../../domain/dates.ts'
import type { Db } from '../../db/database.ts'
import type { Viewer } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { decodeCursor, encodeCursor } from './list-content-cursor.ts'
import {
  type ContentFilter,
  countItems,
  countMatchingContent,
  selectContentByIds,
  selectContentIds,
  selectSalesByDay,
  sortKeyOf,
  summarizeContent,
} from './list-content-repository.ts'
import { presentInList } from './present.ts'

type ListContentQuery = z.output<typeof contract.listContentPage.query>

/** Days of the sales beside each item. */
const recentDays = 30

/** The newest items, or those after the cursor, with the cursor of the next page. */
export async function listOwnContent(
  { db }: Ports,
  viewer: Viewer,
  { cursor }: { cursor?: string | undefined },
) {
  const filter = { creatorId: viewer.id, q: '', category: undefined }
  const { rows, next } = await loadPage(db, filter, { sort: 'newest', cursor, limit: limits.maxPageSize })
  return { items: rows.map(presentInList), next, total: await countItems(db, viewer.id) }
}

/** A page of a creator's items with counts; equally fast with ten thousand items and on the last page. */
export async function listContentPage(
  { db, clock, settings }: Ports,
  viewer: Viewer,
  query: ListContentQuery,
) {
  const { q, category } = query
  const filter = { creatorId: viewer.id, q, category }
  const { rows, next } = await loadPage(db, filter, query)
  const { total, categories } = await summarizeContent(
    db,
    viewer.id,
    settings.current().categories.map(({ id }) => id),
  )
  const matchesAll = q === '' && category === undefined
  const ids = rows.map(({ content }) => content.id)
  return {
    items: rows.map(presentInList),
    recentSales: await recentSales(db, ids, clock.now()),
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

/** The sales of the last days, one number a day; items without sales are left out. */
async function recentSales(db: Db, ids: Array<number>, now: Date) {
  const to = utcDay(now)
  const days = utcDaysInRange(addDays(to, 1 - recentDays), to)
  const byItem = new Map<number, Array<number>>()
  for (const { id, day, sales } of await selectSalesByDay(db, ids, { from: days[0] ?? to, to })) {
    const counts = byItem.get(id) ?? days.map(() => 0)
    counts[days.indexOf(day)] = sales
    byItem.set(id, counts)
  }
  return [...byItem].map(([id, counts]) => ({ id, days: counts }))
}
