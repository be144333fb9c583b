import { and, between, count, desc, eq, gte, lt, sql } from 'drizzle-orm'
import type { MinorUnits } from '../../../contract/money.ts'
import { addDays, type Day } from '../../../domain/dates.ts'
import type { Db } from '../../db/database.ts'
import {
  checkouts,
  contentDays,
  contents,
  contentTotals,
  creatorDays,
  viewSources,
} from '../../db/schema/index.ts'

export type DateRange = { from: Day; to: Day }
export type ContentStats = {
  id: number
  title: string
  views: number
  checkouts: number
  sales: number
  netEarnings: MinorUnits
}

/** An item's totals; undefined when this creator has no such item. */
export async function findContentTotals(db: Db, { id, creatorId }: { id: number; creatorId: string }) {
  const [row] = await db
    .select({
      currency: contents.currency,
      views: sql<number>`coalesce(${contentTotals.views}, 0)`,
      sales: sql<number>`coalesce(${contentTotals.unlocks}, 0)`,
      netEarnings: sql<string>`coalesce(${contentTotals.earned}, 0)`,
    })
    .from(contents)
    .leftJoin(contentTotals, eq(contentTotals.contentId, contents.id))
    .where(and(eq(contents.id, id), eq(contents.creatorId, creatorId)))
  return row && { ...row, netEarnings: Number(row.netEarnings) }
}

/** Attempts at paying for an item, whatever became of them. */
export async function countCheckouts(db: Db, contentId: number): Promise<number> {
  return db.$count(checkouts, eq(checkouts.contentId, contentId))
}

export async function findContentDays(db: Db, contentId: number, { from, to }: DateRange) {
  return db
    .select({ day: contentDays.day, views: contentDays.views, sales: contentDays.sales })
    .from(contentDays)
    .where(and(eq(contentDays.contentId, contentId), between(contentDays.day, from, to)))
}

export async function findCreatorDays(db: Db, creatorId: string, { from, to }: DateRange) {
  const { day, views, sales, earned: netEarnings } = creatorDays
  return db
    .select({ day, views, sales, netEarnings })
    .from(creatorDays)
    .where(and(eq(creatorDays.creatorId, creatorId), between(day, from, to)))
    .orderBy(day)
}

/** The first day on which a creator was seen or sold something. */
export async function findFirstActiveDay(db: Db, creatorId: string): Promise<Day | undefined> {
  const [row] = await db
    .select({ day: creatorDays.day })
    .from(creatorDays)
    .where(eq(creatorDays.creatorId, creatorId))
    .orderBy(creatorDays.day)
    .limit(1)
  return row?.day
}

export async function countCheckoutsByDay(db: Db, creatorId: string, span: DateRange) {
  const day = sql<Day>`(${checkouts.createdAt} at time zone 'UTC')::date::text`
  return db
    .select({ day, checkouts: count() })
    .from(checkouts)
    .where(createdInRange(creatorId, span))
    .groupBy(sql`1`)
}

/** The items of which something happened in that time, those that earned most first. */
export async function topContentInRange(
  db: Db,
  creatorId: string,
  span: DateRange,
  limit: number,
): Promise<Array<ContentStats>> {
  const days = db
    .select({
      id: contents.id,
      views: sql<string>`sum(${contentDays.views})`.as('views'),
      sales: sql<string>`sum(${contentDays.sales})`.as('sales'),
      earned: sql<string>`sum(${contentDays.earned})`.as('earned'),
    })
    .from(contentDays)
    .innerJoin(contents, eq(contents.id, contentDays.contentId))
    .where(and(eq(contents.creatorId, creatorId), between(contentDays.day, span.from, span.to)))
    .groupBy(contents.id)
    .orderBy(desc(sql`sum(${contentDays.earned})`), desc(sql`sum(${contentDays.views})`))
    .limit(limit)
    .as('days')
  const started = db
    .select({ id: checkouts.contentId, checkouts: count().as('checkouts') })
    .from(checkouts)
    .where(createdInRange(creatorId, span))
    .groupBy(checkouts.contentId)
    .as('started')
  const rows = await db
    .select({
      id: days.id,
      title: contents.title,
      views: days.views,
      sales: days.sales,
      netEarnings: days.earned,
      checkouts: started.checkouts,
    })
    .from(days)
    .innerJoin(contents, eq(contents.id, days.id))
    .leftJoin(started, eq(started.id, days.id))
    .orderBy(desc(sql`${days.earned}::bigint`), desc(sql`${days.views}::bigint`), days.id)
  return rows.map((row) => ({
    ...row,
    views: Number(row.views),
    sales: Number(row.sales),
    netEarnings: Number(row.netEarnings),
    checkouts: row.checkouts ?? 0,
  }))
}

/** Where the visitors of that time came from, the commonest first; an empty source is one nothing is known of. */
export async function topSourcesInRange(db: Db, creatorId: string, { from, to }: DateRange, limit: number) {
  const views = sql<string>`sum(${viewSources.views})`
  const rows = await db
    .select({ source: viewSources.source, views })
    .from(viewSources)
    .innerJoin(contents, eq(contents.id, viewSources.contentId))
    .where(and(eq(contents.creatorId, creatorId), between(viewSources.day, from, to)))
    .groupBy(viewSources.source)
    .orderBy(desc(views), viewSources.source)
    .limit(limit)
  return rows.map((row) => ({ ...row, views: Number(row.views) }))
}

function createdInRange(creatorId: string, { from, to }: DateRange) {
  return and(
    eq(checkouts.creatorId, creatorId),
    gte(checkouts.createdAt, new Date(from)),
    lt(checkouts.createdAt, new Date(addDays(to, 1))),
  )
}
