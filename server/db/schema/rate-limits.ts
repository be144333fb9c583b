import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { timestamptz } from './columns.ts'

/** How often something was tried in a window of time. The key is hashed: no address is kept here. */
export const throttles = pgTable(
  'throttles',
  {
    key: text('key').notNull(),
    until: timestamptz('until').notNull(),
    hits: integer('hits').notNull(),
  },
  (table) => [primaryKey({ columns: [table.key] })],
)
