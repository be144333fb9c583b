import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { cents, id, moment } from './columns.ts'

/** The sandbox card provider's own books. Nobody but its adapter reads or writes these tables. */
export const sandboxPayments = pgTable(
  'sandbox_payments',
  {
    id: text('id').primaryKey(),
    key: text('key').notNull().unique(),
    clientSecret: text('client_secret').notNull(),
    attemptId: text('attempt_id').notNull(),
    contentId: id('content_id').notNull(),
    amount: cents('amount').notNull(),
    currency: text('currency').notNull(),
    description: text('description').notNull(),
    /** What the shop knew at the start, and what the buyer gave with the card. */
    buyerEmail: text('buyer_email'),
    receiptEmail: text('receipt_email'),
    state: text('state', { enum: ['open', 'action_required', 'processing', 'paid', 'canceled'] }).notNull(),
    failureCode: text('failure_code'),
    failureMessage: text('failure_message'),
    /** Where the 3-D Secure page sends the buyer back to. */
    returnUrl: text('return_url'),
    /** When a payment in processing becomes paid. */
    settlesAt: moment('settles_at'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    index('sandbox_payments_due').on(table.settlesAt).where(sql`${table.state} = 'processing'`),
    check('sandbox_payments_amount', sql`${table.amount} > 0`),
  ],
)

export const sandboxRefunds = pgTable(
  'sandbox_refunds',
  {
    id: text('id').primaryKey(),
    key: text('key').notNull().unique(),
    paymentId: text('payment_id')
      .notNull()
      .references(() => sandboxPayments.id),
    amount: cents('amount').notNull(),
    reason: text('reason', { enum: ['requested', 'undeliverable', 'duplicate'] }).notNull(),
    state: text('state', { enum: ['pending', 'succeeded', 'failed'] }).notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('sandbox_refunds_payment').on(table.paymentId),
    check('sandbox_refunds_amount', sql`${table.amount} > 0`),
  ],
)

/** Webhooks, written in the transaction of the change they tell of. The id is the event's. */
export const sandboxDeliveries = pgTable(
  'sandbox_deliveries',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    objectId: text('object_id').notNull(),
    createdAt: moment('created_at').notNull(),
    tries: integer('tries').notNull().default(0),
    /** When it is posted next; null once delivered or given up. */
    nextTryAt: moment('next_try_at'),
    deliveredAt: moment('delivered_at'),
    /** What the last try met: `200`, `503`, `unreachable`, `dropped`. */
    lastAnswer: text('last_answer'),
  },
  (table) => [index('sandbox_deliveries_due').on(table.nextTryAt).where(sql`${table.nextTryAt} is not null`)],
)
