import { text } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { cents, id } from './columns.ts'
import { contentItems } from './content.ts'

/** What every try at paying, every purchase and every test purchase is about: the item, whose it is, and for how much. */
export function saleColumns() {
  return {
    contentId: id('content_id')
      .notNull()
      .references(() => contentItems.id),
    creatorId: text('creator_id')
      .notNull()
      .references(() => users.id),
    amount: cents('amount').notNull(),
    currency: text('currency').notNull(),
  }
}
