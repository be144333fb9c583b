import { date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, minorUnits } from './columns.ts'
import { contentItems } from './content.ts'
import { users } from './people.ts'

/** A UTC day, as `2026-03-01`. */
const utcDay = () => date('day', { mode: 'string' }).notNull()

/** The salt of a day's visitor hashes. It is deleted after the day, so that no visitor can be identified. */
export const visitorHashSalts = pgTable('visitor_hash_salts', {
  day: date('day', { mode: 'string' }).primaryKey(),
  salt: text('salt').notNull(),
})

/** The day's visitors, so that each counts once: salted hashes, deleted with the salt. */
export const dailyVisitors = pgTable(
  'daily_visitors',
  { day: utcDay(), contentId: id('content_id').notNull(), visitorHash: text('visitor_hash').notNull() },
  (table) => [primaryKey({ columns: [table.day, table.contentId, table.visitorHash] })],
)

/** Sources of an item's views by day: a referrer's host, `utm_source`, or empty when unknown. */
export const dailyViewSources = pgTable(
  'daily_view_sources',
  {
    contentId: id('content_id')
      .notNull()
      .references(() => contentItems.id),
    day: utcDay(),
    source: text('source').notNull(),
    viewCount: integer('view_count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.contentId, table.day, table.source] })],
)

const dailyCounters = {
  viewCount: integer('view_count').notNull().default(0),
  /** Purchases of the day, whatever happened to them later. */
  purchaseCount: integer('purchase_count').notNull().default(0),
  /** The change in the number of paid and not fully refunded purchases. */
  saleCountDelta: integer('sale_count_delta').notNull().default(0),
  /** The change of the creator's share in minor units: sales less refunds of that day. */
  netAmountDelta: minorUnits('net_amount_delta').notNull().default(0),
}

/** An item's stats by day: a rollup kept in the transaction of each sale and refund; recomputable from the ledger. */
export const contentDailyRollups = pgTable(
  'content_daily_rollups',
  {
    contentId: id('content_id')
      .notNull()
      .references(() => contentItems.id),
    creatorId: text('creator_id').notNull(),
    day: utcDay(),
    ...dailyCounters,
  },
  (table) => [
    primaryKey({ columns: [table.contentId, table.day] }),
    index('content_daily_rollups_day_content_id_idx').on(table.day, table.contentId),
  ],
)

/** The same for all of a creator's items together. */
export const creatorDailyRollups = pgTable(
  'creator_daily_rollups',
  {
    creatorId: text('creator_id')
      .notNull()
      .references(() => users.id),
    day: utcDay(),
    ...dailyCounters,
  },
  (table) => [primaryKey({ columns: [table.creatorId, table.day] })],
)
