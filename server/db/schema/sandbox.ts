import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { cents, enumChecks, id, timestamptz } from './columns.ts'

// The sandbox card provider's own books. Nobody but its adapter reads or writes these tables.

/** How many days the clock of subscriptions is ahead. One row, once it was moved. */
export const sandboxClock = pgTable('sandbox_clock', {
  id: integer('id').primaryKey(),
  daysAhead: integer('days_ahead').notNull(),
})

export const sandboxCustomers = pgTable('sandbox_customers', {
  id: text('id').primaryKey(),
  key: text('key').notNull().unique(),
  userId: text('user_id').notNull(),
  email: text('email').notNull(),
  createdAt: timestamptz('created_at').notNull(),
})

export const sandboxSubscriptions = pgTable(
  'sandbox_subscriptions',
  {
    id: text('id').primaryKey(),
    key: text('key').notNull().unique(),
    customerId: text('customer_id')
      .notNull()
      .references(() => sandboxCustomers.id),
    state: text('state', { enum: ['incomplete', 'active', 'past_due', 'canceled'] }).notNull(),
    /** The card of the first payment, by name: it pays the renewals too. */
    card: text('card'),
    /** Set by the first payment; periods are whole months from here. */
    startedAt: timestamptz('started_at'),
    currentPeriodEnd: timestamptz('current_period_end'),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
    /** When the card is charged next, by the clock of subscriptions; null while there is nothing to charge. */
    nextChargeAt: timestamptz('next_charge_at'),
    /** Charges of this period that failed. */
    failures: integer('failures').notNull().default(0),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('sandbox_subscriptions_customer').on(table.customerId),
    index('sandbox_subscriptions_due').on(table.nextChargeAt).where(sql`${table.nextChargeAt} is not null`),
    ...enumChecks('sandbox_subscriptions', table),
  ],
)

export const sandboxInvoices = pgTable(
  'sandbox_invoices',
  {
    id: text('id').primaryKey(),
    subscriptionId: text('subscription_id')
      .notNull()
      .references(() => sandboxSubscriptions.id),
    amount: cents('amount').notNull(),
    paidAt: timestamptz('paid_at').notNull(),
  },
  (table) => [index('sandbox_invoices_subscription').on(table.subscriptionId)],
)

export const sandboxPayments = pgTable(
  'sandbox_payments',
  {
    id: text('id').primaryKey(),
    key: text('key').notNull().unique(),
    clientSecret: text('client_secret').notNull(),
    /** What it pays for: an attempt at an item, or else a subscription. */
    attemptId: text('attempt_id'),
    contentId: id('content_id'),
    subscriptionId: text('subscription_id').references(() => sandboxSubscriptions.id),
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
    settlesAt: timestamptz('settles_at'),
    /** When the bank opens a dispute by itself. */
    disputesAt: timestamptz('disputes_at'),
    /** The test card that was presented last, by name. */
    card: text('card'),
    createdAt: timestamptz('created_at').notNull(),
    updatedAt: timestamptz('updated_at').notNull(),
  },
  (table) => [
    index('sandbox_payments_due').on(table.settlesAt).where(sql`${table.state} = 'processing'`),
    index('sandbox_payments_disputes').on(table.disputesAt).where(sql`${table.disputesAt} is not null`),
    index('sandbox_payments_newest').on(table.createdAt, table.id),
    check('sandbox_payments_amount', sql`${table.amount} > 0`),
    index('sandbox_payments_subscription_id').on(table.subscriptionId),
    ...enumChecks('sandbox_payments', table),
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
    /** When the bank sends it back. */
    failsAt: timestamptz('fails_at'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('sandbox_refunds_payment').on(table.paymentId),
    index('sandbox_refunds_failing').on(table.failsAt).where(sql`${table.failsAt} is not null`),
    check('sandbox_refunds_amount', sql`${table.amount} > 0`),
    ...enumChecks('sandbox_refunds', table),
  ],
)

export const sandboxDisputes = pgTable(
  'sandbox_disputes',
  {
    id: text('id').primaryKey(),
    paymentId: text('payment_id')
      .notNull()
      .unique()
      .references(() => sandboxPayments.id),
    amount: cents('amount').notNull(),
    state: text('state', { enum: ['inquiry', 'open', 'won', 'lost'] }).notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [...enumChecks('sandbox_disputes', table)],
)

/** Webhooks, written in the transaction of the change they tell of. The id is the event's. */
export const sandboxDeliveries = pgTable(
  'sandbox_deliveries',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    objectId: text('object_id').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    tries: integer('tries').notNull().default(0),
    /** When it is posted next; null once delivered or given up. */
    nextTryAt: timestamptz('next_try_at'),
    deliveredAt: timestamptz('delivered_at'),
    /** What the last try met: `200`, `503`, `unreachable`, `dropped`. */
    lastAnswer: text('last_answer'),
  },
  (table) => [
    index('sandbox_deliveries_due').on(table.nextTryAt).where(sql`${table.nextTryAt} is not null`),
    index('sandbox_deliveries_newest').on(table.createdAt, table.id),
    index('sandbox_deliveries_object').on(table.objectId),
  ],
)

/** Creators' accounts with the sandbox. `restricted` waits for a document. */
export const sandboxAccounts = pgTable(
  'sandbox_accounts',
  {
    id: text('id').primaryKey(),
    key: text('key').notNull().unique(),
    userId: text('user_id').notNull(),
    email: text('email').notNull(),
    state: text('state', { enum: ['new', 'complete', 'restricted'] }).notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [index('sandbox_accounts_user').on(table.userId), ...enumChecks('sandbox_accounts', table)],
)

/** Single-use addresses of the onboarding page. */
export const sandboxLinks = pgTable(
  'sandbox_links',
  {
    token: text('token').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => sandboxAccounts.id),
    returnUrl: text('return_url').notNull(),
    refreshUrl: text('refresh_url').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    usedAt: timestamptz('used_at'),
  },
  (table) => [index('sandbox_links_account_id').on(table.accountId)],
)

/** What was paid on to creators. One that `failed` was refused for good, and is kept so that its key stays refused. */
export const sandboxTransfers = pgTable(
  'sandbox_transfers',
  {
    id: text('id').primaryKey(),
    key: text('key').notNull().unique(),
    accountId: text('account_id').notNull(),
    payoutId: text('payout_id').notNull(),
    amount: cents('amount').notNull(),
    currency: text('currency').notNull(),
    state: text('state', { enum: ['paid', 'failed', 'reversed'] }).notNull(),
    reversalKey: text('reversal_key'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('sandbox_transfers_account').on(table.accountId),
    ...enumChecks('sandbox_transfers', table),
  ],
)
