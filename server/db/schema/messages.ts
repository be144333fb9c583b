import { sql } from 'drizzle-orm'
import { check, index, pgTable, text } from 'drizzle-orm/pg-core'
import { messageSenders } from '../../../contract/messages.ts'
import { enumChecks, id, timeOrderedId, timestamptz } from './columns.ts'
import { purchases } from './purchases.ts'

/** What a creator and the buyer of one purchase write to each other. Neither sees the other's address. */
export const messages = pgTable(
  'messages',
  {
    id: timeOrderedId(),
    purchaseId: id('purchase_id')
      .notNull()
      .references(() => purchases.id),
    sender: text('sender', { enum: messageSenders }).notNull(),
    text: text('text').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('messages_purchase_id_id_idx').on(table.purchaseId, table.id),
    check('messages_text_valid', sql`length(${table.text}) between 1 and 2000`),
    ...enumChecks('messages', table),
  ],
)
