import { date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { cents, id } from './columns.ts'
import { contentItems } from './content.ts'

/** A UTC day, as `2026-03-01`. */
const day = () => date('day', { mode: 'string' }).notNull()

/** What a day's visitors are hashed with. It goes when the day is over, and nobody can be recognised from then on. */
export const visitorHashSalts = pgTable('visitor_hash_salts', {
  day: date('day', { mode: 'string' }).primaryKey(),
  salt: text('salt').notNull(),
})

/** Who saw what today, so that each counts once: a salted hash, kept as long as its salt. */
export const dailyVisitors = pgTable(
  'daily_visitors',
  { day: day(), contentId: id('content_id').notNull(), visitorHash: text('visitor_hash').notNull() },
  (table) => [primaryKey({ columns: [table.day, table.contentId, table.visitorHash] })],
)

/** Where an item's visitors of a day came from: a host, a mark of the link, or nothing that is known. */
export const dailyViewSources = pgTable(
  'daily_view_sources',
  {
    contentId: id('content_id')
      .notNull()
      .references(() => contentItems.id),
    day: day(),
    source: text('source').notNull(),
    viewCount: integer('view_count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.contentId, table.day, table.source] })],
)

const dailyCounters = {
  viewCount: integer('view_count').notNull().default(0),
  /** Purchases of that day, whatever became of them. */
  purchaseCount: integer('purchase_count').notNull().default(0),
  /** By how much the number of paid, not fully refunded purchases changed. */
  saleCountDelta: integer('sale_count_delta').notNull().default(0),
  /** By how many cents the creator's share changed: sales, less what went back that day. */
  netAmountDelta: cents('net_amount_delta').notNull().default(0),
}

/** What a day brought an item: a rollup kept in the transaction of each sale and refund; recomputable from the books. */
export const contentDailyRollups = pgTable(
  'content_daily_rollups',
  {
    contentId: id('content_id')
      .notNull()
      .references(() => contentItems.id),
    creatorId: text('creator_id').notNull(),
    day: day(),
    ...dailyCounters,
  },
  (table) => [
    primaryKey({ columns: [table.contentId, table.day] }),
    index('content_daily_rollups_day').on(table.day, table.contentId),
  ],
)

/** The same for all of a creator's items together. */
export const creatorDailyRollups = pgTable(
  'creator_daily_rollups',
  {
    creatorId: text('creator_id')
      .notNull()
      .references(() => users.id),
    day: day(),
    ...dailyCounters,
  },
  (table) => [primaryKey({ columns: [table.creatorId, table.day] })],
)
