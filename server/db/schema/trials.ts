import { sql } from 'drizzle-orm'
import { check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { cents, id, moment } from './columns.ts'
import { contents } from './content.ts'

/** A creator's try at their own item, as a buyer. No attempt, no purchase, no posting: nothing here is ever counted. */
export const trials = pgTable(
  'trials',
  {
    /** Shown as the order number. */
    id: id('id').primaryKey(),
    contentId: id('content_id')
      .notNull()
      .references(() => contents.id),
    creatorId: text('creator_id')
      .notNull()
      .references(() => users.id),
    /** What would have been charged. */
    amount: cents('amount').notNull(),
    currency: text('currency').notNull(),
    email: text('email').notNull(),
    /** As of a grant: random; with the instance's secret it gives the token. */
    nonce: text('nonce').notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('trials_creator').on(table.creatorId, table.createdAt),
    check('trials_amount', sql`${table.amount} > 0`),
  ],
)
