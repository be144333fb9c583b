import { text } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { currency, id, minorUnits } from './columns.ts'
import { contentItems } from './content.ts'

/** Columns of checkouts, purchases and test purchases: item, creator and amount. */
export function saleColumns() {
  return {
    contentId: id('content_id')
      .notNull()
      .references(() => contentItems.id),
    creatorId: text('creator_id')
      .notNull()
      .references(() => users.id),
    amount: minorUnits('amount').notNull(),
    currency: currency(),
  }
}
