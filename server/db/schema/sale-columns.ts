import { sql } from 'drizzle-orm'
import { type CheckBuilder, check, type PgColumn, text } from 'drizzle-orm/pg-core'
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

/** Columns of checkouts and purchases: the price without a discount, and the discount. Their difference is the amount. */
export function priceColumns() {
  return {
    listAmount: minorUnits('list_amount').notNull(),
    discountAmount: minorUnits('discount_amount').notNull().default(0),
  }
}

type PriceColumns = Record<'amount' | 'listAmount' | 'discountAmount', PgColumn>

export function priceChecks(table: string, columns: PriceColumns): Array<CheckBuilder> {
  const { amount, listAmount, discountAmount } = columns
  return [
    check(`${table}_list_amount_valid`, sql`${amount} = ${listAmount} - ${discountAmount}`),
    check(`${table}_discount_amount_valid`, sql`${discountAmount} >= 0`),
  ]
}
