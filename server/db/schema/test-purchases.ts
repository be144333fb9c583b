import { sql } from 'drizzle-orm'
import { check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { id, timestamptz } from './columns.ts'
import { saleColumns } from './sale-columns.ts'

/** A creator's try at their own item, as a buyer. No attempt, no purchase, no posting: nothing here is ever counted. */
export const trials = pgTable(
  'trials',
  {
    /** Shown as the order number. */
    id: id('id').primaryKey(),
    /** The amount is what would have been charged. */
    ...saleColumns(),
    email: text('email').notNull(),
    /** As of a grant: random; with the instance's secret it gives the token. */
    nonce: text('nonce').notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('trials_creator').on(table.creatorId, table.createdAt),
    check('trials_amount', sql`${table.amount} > 0`),
    index('trials_content_id').on(table.contentId),
  ],
)
