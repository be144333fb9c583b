import { date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { cents, id } from './columns.ts'
import { contents } from './content.ts'

/** A UTC day, as `2026-03-01`. */
const day = () => date('day', { mode: 'string' }).notNull()

/** What a day's visitors are hashed with. It goes when the day is over, and nobody can be recognised from then on. */
export const viewSalts = pgTable('view_salts', {
  day: date('day', { mode: 'string' }).primaryKey(),
  salt: text('salt').notNull(),
})

/** Who saw what today, so that each counts once: a salted hash, kept as long as its salt. */
export const viewMarks = pgTable(
  'view_marks',
  { day: day(), contentId: id('content_id').notNull(), visitor: text('visitor').notNull() },
  (table) => [primaryKey({ columns: [table.day, table.contentId, table.visitor] })],
)

/** Where an item's visitors of a day came from: a host, a mark of the link, or nothing that is known. */
export const viewSources = pgTable(
  'view_sources',
  {
    contentId: id('content_id')
      .notNull()
      .references(() => contents.id),
    day: day(),
    source: text('source').notNull(),
    views: integer('views').notNull(),
  },
  (table) => [primaryKey({ columns: [table.contentId, table.day, table.source] })],
)

const dailyCounters = {
  views: integer('views').notNull().default(0),
  /** Purchases of that day, whatever became of them. */
  sales: integer('sales').notNull().default(0),
  /** By how much the number of paid, not fully refunded purchases changed. */
  tips: integer('tips').notNull().default(0),
  /** By how many cents the creator's share changed: sales, less what went back that day. */
  earned: cents('earned').notNull().default(0),
}

/** What a day brought an item: a rollup kept in the transaction of each sale and refund; recomputable from the books. */
export const contentDays = pgTable(
  'content_days',
  {
    contentId: id('content_id')
      .notNull()
      .references(() => contents.id),
    day: day(),
    ...dailyCounters,
  },
  (table) => [
    primaryKey({ columns: [table.contentId, table.day] }),
    index('content_days_day').on(table.day, table.contentId),
  ],
)

/** The same for all of a creator's items together. */
export const creatorDays = pgTable(
  'creator_days',
  {
    creatorId: text('creator_id')
      .notNull()
      .references(() => users.id),
    day: day(),
    ...dailyCounters,
  },
  (table) => [primaryKey({ columns: [table.creatorId, table.day] })],
)
