import type { z } from 'zod'
import type * as contract from '../../../contract/content-list.ts'
import { addDays, utcDay, utcDaysInRange } from '../../../domain/dates.ts'
import type { Db } from '../../db/database.ts'
import type { Viewer } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { decodeCursor, encodeCursor } from './list-content-cursor.ts'
import {
  countMatchingContent,
  selectContentByIds,
  selectContentIds,
  selectSalesByDay,
  sortKeyOf,
  summarizeContent,
} from './list-content-repository.ts'
import { presentForCreator } from './present.ts'

type ListContentQuery = z.output<typeof contract.listContentPage.query>

/** Days of the sales beside each item. */
const recentDays = 30

/** A page of a creator's items with counts; equally fast with ten thousand items and on the last page. */
export async function listContentPage(
  { db, clock, settings }: Ports,
  viewer: Viewer,
  query: ListContentQuery,
) {
  const { q, sort, category, limit } = query
  const filter = { creatorId: viewer.id, q, category }
  const after = query.cursor === undefined ? undefined : decodeCursor(query.cursor, sort)
  const ids = await selectContentIds(db, filter, { sort, after, limit: limit + 1 })
  const pageIds = ids.slice(0, limit).map(({ id }) => id)
  const rows = await selectContentByIds(db, pageIds)
  const { total, categories } = await summarizeContent(
    db,
    viewer.id,
    settings.current().categories.map(({ id }) => id),
  )
  const matchesAll = q === '' && category === undefined

  const last = ids.length > limit ? rows.at(-1) : undefined
  return {
    items: rows.map(presentForCreator),
    recentSales: await recentSales(db, pageIds, clock.now()),
    next: last
      ? encodeCursor({
          sort,
          key: sortKeyOf(last, sort),
          createdAt: last.content.createdAt,
          id: last.content.id,
        })
      : null,
    total,
    matchingCount: matchesAll ? total : await countMatchingContent(db, filter),
    categories,
  }
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
