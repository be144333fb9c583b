import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { timestamptz } from './columns.ts'

/** How often something was tried in a window of time. The key is hashed: no address is kept here. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').notNull(),
    windowEndsAt: timestamptz('window_ends_at').notNull(),
    requestCount: integer('request_count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.key] })],
)
