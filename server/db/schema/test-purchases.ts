import { sql } from 'drizzle-orm'
import { check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { id, timestamptz } from './columns.ts'
import { saleColumns } from './sale-columns.ts'

/** A creator's try at their own item, as a buyer. No attempt, no purchase, no posting: nothing here is ever counted. */
export const testPurchases = pgTable(
  'test_purchases',
  {
    /** Shown as the order number. */
    id: id('id').primaryKey(),
    /** The amount is what would have been charged. */
    ...saleColumns(),
    buyerEmail: text('buyer_email').notNull(),
    /** As of a grant: random; with the instance's secret it gives the token. */
    tokenNonce: text('token_nonce').notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('test_purchases_creator').on(table.creatorId, table.createdAt),
    check('test_purchases_amount', sql`${table.amount} > 0`),
    index('test_purchases_content_id').on(table.contentId),
  ],
)
