import { and, between, count, desc, eq, gte, lt, sql } from 'drizzle-orm'
import type { MinorUnits } from '../../../contract/money.ts'
import { addDays, type Day } from '../../../domain/dates.ts'
import { creatorAccount } from '../../../domain/ledger.ts'
import type { Db } from '../../db/database.ts'
import {
  checkouts,
  contentDailyRollups,
  contentItems,
  contentRollups,
  creatorDailyRollups,
  dailyViewSources,
  ledgerEntries,
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
      currency: contentItems.currency,
      views: sql<number>`coalesce(${contentRollups.viewCount}, 0)`,
      sales: sql<number>`coalesce(${contentRollups.purchaseCount}, 0)`,
      netEarnings: sql<string>`coalesce(${contentRollups.netAmount}, 0)`,
    })
    .from(contentItems)
    .leftJoin(contentRollups, eq(contentRollups.contentId, contentItems.id))
    .where(and(eq(contentItems.id, id), eq(contentItems.creatorId, creatorId)))
  return row && { ...row, netEarnings: Number(row.netEarnings) }
}

/** Checkouts of an item, in any state. */
export async function countCheckouts(db: Db, contentId: number): Promise<number> {
  return db.$count(checkouts, eq(checkouts.contentId, contentId))
}

export async function findContentDays(db: Db, contentId: number, { from, to }: DateRange) {
  return db
    .select({
      day: contentDailyRollups.day,
      views: contentDailyRollups.viewCount,
      sales: contentDailyRollups.purchaseCount,
    })
    .from(contentDailyRollups)
    .where(and(eq(contentDailyRollups.contentId, contentId), between(contentDailyRollups.day, from, to)))
}

export async function findCreatorDays(db: Db, creatorId: string, { from, to }: DateRange) {
  const { day, viewCount, purchaseCount, saleCountDelta, netAmountDelta: netEarnings } = creatorDailyRollups
  return db
    .select({ day, views: viewCount, sales: purchaseCount, saleCountDelta, netEarnings })
    .from(creatorDailyRollups)
    .where(and(eq(creatorDailyRollups.creatorId, creatorId), between(day, from, to)))
    .orderBy(day)
}

/** What refunds and disputes took from a creator's share on each day; negative on a day when more came back. */
export async function sumReversalsByDay(db: Db, creatorId: string, { from, to }: DateRange) {
  const day = sql<Day>`(${ledgerEntries.createdAt} at time zone 'UTC')::date::text`
  const rows = await db
    .select({ day, amount: sql<string>`-sum(${ledgerEntries.amount})` })
    .from(ledgerEntries)
    .where(
      and(
        eq(ledgerEntries.account, creatorAccount(creatorId)),
        // As in the index ledger_entries_reversals.
        sql`${ledgerEntries.kind} in ('refund', 'refund_reversal', 'dispute', 'dispute_reversal')`,
        gte(ledgerEntries.createdAt, new Date(from)),
        lt(ledgerEntries.createdAt, new Date(addDays(to, 1))),
      ),
    )
    .groupBy(sql`1`)
  return new Map(rows.map((row) => [row.day, Number(row.amount)]))
}

/** The first day with a view or sale of a creator. */
export async function findFirstActiveDay(db: Db, creatorId: string): Promise<Day | undefined> {
  const [row] = await db
    .select({ day: creatorDailyRollups.day })
    .from(creatorDailyRollups)
    .where(eq(creatorDailyRollups.creatorId, creatorId))
    .orderBy(creatorDailyRollups.day)
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

/** Items with activity in the range, highest earnings first. */
export async function topContentInRange(
  db: Db,
  creatorId: string,
  span: DateRange,
  limit: number,
): Promise<Array<ContentStats>> {
  const days = db
    .select({
      id: contentItems.id,
      views: sql<string>`sum(${contentDailyRollups.viewCount})`.as('views'),
      sales: sql<string>`sum(${contentDailyRollups.purchaseCount})`.as('sales'),
      earned: sql<string>`sum(${contentDailyRollups.netAmountDelta})`.as('earned'),
    })
    .from(contentDailyRollups)
    .innerJoin(contentItems, eq(contentItems.id, contentDailyRollups.contentId))
    .where(and(eq(contentItems.creatorId, creatorId), between(contentDailyRollups.day, span.from, span.to)))
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
    .where(createdInRange(creatorId, span))
    .groupBy(checkouts.contentId)
    .as('started')
  const rows = await db
    .select({
      id: days.id,
      title: contentItems.title,
      views: days.views,
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
export async function topSourcesInRange(db: Db, creatorId: string, { from, to }: DateRange, limit: number) {
  const views = sql<string>`sum(${dailyViewSources.viewCount})`
  const rows = await db
    .select({ source: dailyViewSources.source, views })
    .from(dailyViewSources)
    .innerJoin(contentItems, eq(contentItems.id, dailyViewSources.contentId))
    .where(and(eq(contentItems.creatorId, creatorId), between(dailyViewSources.day, from, to)))
    .groupBy(dailyViewSources.source)
    .orderBy(desc(views), dailyViewSources.source)
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
