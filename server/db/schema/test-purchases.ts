import { sql } from 'drizzle-orm'
import { check, index, pgTable, text } from 'drizzle-orm/pg-core'
import type { OrderNumber } from '../../../contract/order-number.ts'
import { currencyCheck, id, timestamptz } from './columns.ts'
import { saleColumns } from './sale-columns.ts'

/** A creator's test purchase of their own item. No checkout, purchase or posting: it is never counted. */
export const testPurchases = pgTable(
  'test_purchases',
  {
    /** Shown as the order number. */
    id: id('id').$type<OrderNumber>().primaryKey(),
    /** The amount that would have been charged. */
    ...saleColumns(),
    buyerEmail: text('buyer_email').notNull(),
    /** Random, as for an access grant: the token is derived from it and the instance's secret. */
    tokenNonce: text('token_nonce').notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('test_purchases_creator_id_created_at_idx').on(table.creatorId, table.createdAt),
    check('test_purchases_amount_valid', sql`${table.amount} > 0`),
    currencyCheck('test_purchases', table.currency),
    index('test_purchases_content_id_idx').on(table.contentId),
  ],
)
