import { and, between, count, desc, eq, gt, gte, lt, not, sql } from 'drizzle-orm'
import { addDays, type Day } from '../../../../domain/dates.ts'
import type { Db } from '../../../db/database.ts'
import {
  checkouts,
  contentDailyRollups,
  contentItems,
  contentRollups,
  dailyViewSources,
  purchases,
} from '../../../db/schema/index.ts'
import type { DateRange, Scope } from './repository.ts'

/** Time zones differ by multiples of 15 minutes, so that a bucket lies in one hour of every zone. */
const quarterHour = sql<string>`date_bin('15 minutes', ${purchases.paidAt}, timestamptz '2000-01-01 00:00:00Z')`

const isFree = sql<boolean>`(${contentItems.pricingModel} = 'free')`

export async function countSalesByQuarterHour(db: Db, scope: Scope, range: DateRange) {
  const rows = await db
    .select({ at: quarterHour, sales: count() })
    .from(purchases)
    .where(paidInRange(scope, range))
    .groupBy(sql`1`)
  return rows.map(({ at, sales }) => ({ at: new Date(at), sales }))
}

/** The links that a report adds up. A buyer can make up any number of links. */
const maxLinks = 5_000

/** Sales of the range by the parameters of their most common links, with the creator's share of them less refunds. */
export async function sumSalesByLink(db: Db, scope: Scope, range: DateRange) {
  const rows = await db
    .select({
      utmParameters: checkouts.utmParameters,
      sales: count(),
      netEarnings: sql<string>`sum(${purchases.netAmount})`,
    })
    .from(purchases)
    .innerJoin(checkouts, eq(checkouts.id, purchases.checkoutId))
    .where(paidInRange(scope, range))
    .groupBy(checkouts.utmParameters)
    .orderBy(desc(count()))
    .limit(maxLinks)
  return rows.map((row) => ({ ...row, netEarnings: Number(row.netEarnings) }))
}

/** How many people got something free, of each item on each day. */
export async function countGivenFree(db: Db, { creatorId, contentId }: Scope, range: DateRange) {
  const day = sql<Day>`(${purchases.paidAt} at time zone 'UTC')::date::text`
  return db
    .select({ id: purchases.contentId, day, count: count() })
    .from(purchases)
    .where(and(happenedInRange({ creatorId, contentId }, range), eq(purchases.amount, 0)))
    .groupBy(purchases.contentId, sql`2`)
}

/** Views of items that cost something now. */
export async function countPaidViews(db: Db, { creatorId, contentId }: Scope, { from, to }: DateRange) {
  const [row] = await db
    .select({ views: sql<string>`coalesce(sum(${contentDailyRollups.viewCount}), 0)` })
    .from(contentDailyRollups)
    .innerJoin(contentItems, eq(contentItems.id, contentDailyRollups.contentId))
    .where(
      and(
        eq(contentItems.creatorId, creatorId),
        between(contentDailyRollups.day, from, to),
        contentId === undefined ? undefined : eq(contentDailyRollups.contentId, contentId),
        not(isFree),
      ),
    )
  return Number(row?.views)
}

export async function countCheckoutsByDay(db: Db, scope: Scope, range: DateRange) {
  const day = sql<Day>`(${checkouts.createdAt} at time zone 'UTC')::date::text`
  return db
    .select({ day, checkouts: count() })
    .from(checkouts)
    .where(startedInRange(scope, range))
    .groupBy(sql`1`)
}

export async function selectTopContent(db: Db, creatorId: string, range: DateRange, limit: number) {
  const days = db
    .select({
      id: contentItems.id,
      views: sql<string>`sum(${contentDailyRollups.viewCount})`.as('views'),
      isFree: isFree.as('is_free'),
      sales: sql<string>`sum(${contentDailyRollups.purchaseCount})`.as('sales'),
      earned: sql<string>`sum(${contentDailyRollups.netAmountDelta})`.as('earned'),
    })
    .from(contentDailyRollups)
    .innerJoin(contentItems, eq(contentItems.id, contentDailyRollups.contentId))
    .where(and(eq(contentItems.creatorId, creatorId), between(contentDailyRollups.day, range.from, range.to)))
    .groupBy(contentItems.id)
    .orderBy(
      desc(sql`sum(${contentDailyRollups.netAmountDelta})`),
      desc(sql`sum(${contentDailyRollups.viewCount})`),
    )
    .limit(limit)
    .as('days')
  const started = db
    .select({ id: checkouts.contentId, checkouts: count().as('checkouts') })
    .from(checkouts)
    .where(startedInRange({ creatorId }, range))
    .groupBy(checkouts.contentId)
    .as('started')
  const rows = await db
    .select({
      id: days.id,
      title: contentItems.title,
      views: days.views,
      isFree: days.isFree,
      sales: days.sales,
      netEarnings: days.earned,
      checkouts: started.checkouts,
    })
    .from(days)
    .innerJoin(contentItems, eq(contentItems.id, days.id))
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

/** Sources of the range's views, most views first; an empty source is unknown. */
export async function selectTopSources(
  db: Db,
  { creatorId, contentId }: Scope,
  { range: { from, to }, limit }: { range: DateRange; limit: number },
) {
  const views = sql<string>`sum(${dailyViewSources.viewCount})`
  const paidViews = sql<string>`coalesce(sum(${dailyViewSources.viewCount}) filter (where not ${isFree}), 0)`
  const rows = await db
    .select({ source: dailyViewSources.source, views, paidViews })
    .from(dailyViewSources)
    .innerJoin(contentItems, eq(contentItems.id, dailyViewSources.contentId))
    .where(
      and(
        eq(contentItems.creatorId, creatorId),
        between(dailyViewSources.day, from, to),
        contentId === undefined ? undefined : eq(dailyViewSources.contentId, contentId),
      ),
    )
    .groupBy(dailyViewSources.source)
    .orderBy(desc(views), dailyViewSources.source)
    .limit(limit)
  return rows.map((row) => ({ ...row, views: Number(row.views), paidViews: Number(row.paidViews) }))
}

/** What a report says of a creator's item, even if it is deleted. */
export async function findReportItem(db: Db, { id, creatorId }: { id: number; creatorId: string }) {
  const [row] = await db
    .select({
      id: contentItems.id,
      title: contentItems.title,
      isFree,
      freeCount: sql<number>`coalesce(${contentRollups.freeCount}, 0)`,
    })
    .from(contentItems)
    .leftJoin(contentRollups, eq(contentRollups.contentId, contentItems.id))
    .where(and(eq(contentItems.id, id), eq(contentItems.creatorId, creatorId)))
  return row
}

function startedInRange({ creatorId, contentId }: Scope, { from, to }: DateRange) {
  return and(
    eq(checkouts.creatorId, creatorId),
    gt(checkouts.amount, 0),
    gte(checkouts.createdAt, new Date(from)),
    lt(checkouts.createdAt, new Date(addDays(to, 1))),
    contentId === undefined ? undefined : eq(checkouts.contentId, contentId),
  )
}

function paidInRange(scope: Scope, range: DateRange) {
  return and(happenedInRange(scope, range), gt(purchases.amount, 0))
}

function happenedInRange({ creatorId, contentId }: Scope, { from, to }: DateRange) {
  return and(
    eq(purchases.creatorId, creatorId),
    gte(purchases.paidAt, new Date(from)),
    lt(purchases.paidAt, new Date(addDays(to, 1))),
    contentId === undefined ? undefined : eq(purchases.contentId, contentId),
  )
}
