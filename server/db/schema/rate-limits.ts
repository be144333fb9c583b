import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { timestamptz } from './columns.ts'

/** Counters of rate limits. The key is hashed, so no IP address or email is stored. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').notNull(),
    windowEndsAt: timestamptz('window_ends_at').notNull(),
    requestCount: integer('request_count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.key] })],
)
