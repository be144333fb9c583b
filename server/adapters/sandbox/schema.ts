import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgSchema, text } from 'drizzle-orm/pg-core'
import { accountRestrictions, connectedAccountStates } from '../../../contract/payouts.ts'
import { balanceTransactionKinds } from '../../../contract/provider-balance.ts'
import { currency, currencyCheck, enumChecks, id, minorUnits, timestamptz } from '../../db/schema/columns.ts'

/**
 * The sandbox card provider's own tables. Only its adapter uses them, and they exist only where it runs.
 *
 * @public drizzle-kit reads it.
 */
export const sandboxSchema = pgSchema('sandbox')

export const eventTypes = [
  'payment.succeeded',
  'payment.failed',
  'payment.action_required',
  'payment.processing',
  'payment.canceled',
  'payment.refunded',
  'refund.failed',
  'dispute.opened',
  'dispute.updated',
  'dispute.closed',
  'account.updated',
  'capability.updated',
  'balance.available',
  'payout.paid',
  'payout.failed',
  'transfer.created',
  'transfer.reversed',
  'subscription.updated',
] as const
export type EventType = (typeof eventTypes)[number]

/** How many days the clock of subscriptions is ahead. It has one row, or none before the clock is first moved. */
export const sandboxClock = sandboxSchema.table('test_clock', {
  id: integer('id').primaryKey(),
  offsetDays: integer('offset_days').notNull(),
})

export const sandboxCustomers = sandboxSchema.table('customers', {
  id: text('id').primaryKey(),
  idempotencyKey: text('idempotency_key').notNull().unique(),
  userId: text('user_id').notNull(),
  email: text('email').notNull(),
  createdAt: timestamptz('created_at').notNull(),
})

export const sandboxSubscriptions = sandboxSchema.table(
  'subscriptions',
  {
    id: text('id').primaryKey(),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    customerId: text('customer_id')
      .notNull()
      .references(() => sandboxCustomers.id),
    state: text('state', { enum: ['incomplete', 'active', 'past_due', 'canceled'] }).notNull(),
    /** The card of the first payment, by name: it pays the renewals too. */
    testCard: text('test_card'),
    /** What each month costs, from when it was created. */
    amount: minorUnits('amount').notNull(),
    /** Set by the first payment; periods are whole months from here. */
    startedAt: timestamptz('started_at'),
    currentPeriodEnd: timestamptz('current_period_end'),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
    /** When the card is charged next, by the clock of subscriptions; null while there is nothing to charge. */
    nextRenewalAt: timestamptz('next_renewal_at'),
    /** Charges of this period that failed. */
    failedChargeCount: integer('failed_charge_count').notNull().default(0),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('subscriptions_customer_id_idx').on(table.customerId),
    index('subscriptions_due_idx').on(table.nextRenewalAt).where(sql`${table.nextRenewalAt} is not null`),
    ...enumChecks('subscriptions', table),
  ],
)

export const sandboxInvoices = sandboxSchema.table(
  'invoices',
  {
    id: text('id').primaryKey(),
    subscriptionId: text('subscription_id')
      .notNull()
      .references(() => sandboxSubscriptions.id),
    amount: minorUnits('amount').notNull(),
    paidAt: timestamptz('paid_at').notNull(),
    /** Its payment; null for a renewal from before payments of renewals were stored. */
    paymentId: text('payment_id').references(() => sandboxPayments.id),
    /** The month that it pays for; null for one from before. */
    periodStart: timestamptz('period_start'),
    periodEnd: timestamptz('period_end'),
  },
  (table) => [
    index('invoices_subscription_id_idx').on(table.subscriptionId),
    index('invoices_payment_id_idx').on(table.paymentId),
  ],
)

export const sandboxPayments = sandboxSchema.table(
  'payment_intents',
  {
    id: text('id').primaryKey(),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    clientSecret: text('client_secret').notNull(),
    /** A payment belongs to a checkout of an item, or else to a subscription. */
    checkoutId: text('checkout_id'),
    contentId: id('content_id'),
    subscriptionId: text('subscription_id').references(() => sandboxSubscriptions.id),
    amount: minorUnits('amount').notNull(),
    currency: currency(),
    description: text('description').notNull(),
    /** The email of the payment request, and the one that the buyer typed in the card form. */
    buyerEmail: text('buyer_email'),
    receiptEmail: text('receipt_email'),
    state: text('state', { enum: ['open', 'action_required', 'processing', 'paid', 'canceled'] }).notNull(),
    failureCode: text('failure_code'),
    failureMessage: text('failure_message'),
    /** The page to which the 3-D Secure page redirects the buyer. */
    returnUrl: text('return_url'),
    /** When a payment in processing becomes paid. */
    succeedsAt: timestamptz('succeeds_at'),
    /** When the bank opens a dispute automatically. */
    disputeOpensAt: timestamptz('dispute_opens_at'),
    /** The test card that was presented last, by name. */
    testCard: text('test_card'),
    createdAt: timestamptz('created_at').notNull(),
    updatedAt: timestamptz('updated_at').notNull(),
  },
  (table) => [
    index('payment_intents_processing_idx').on(table.succeedsAt).where(sql`${table.state} = 'processing'`),
    index('payment_intents_dispute_opens_at_idx')
      .on(table.disputeOpensAt)
      .where(sql`${table.disputeOpensAt} is not null`),
    index('payment_intents_created_at_id_idx').on(table.createdAt, table.id),
    check('payment_intents_amount_valid', sql`${table.amount} > 0`),
    index('payment_intents_subscription_id_idx').on(table.subscriptionId),
    currencyCheck('payment_intents', table.currency),
    ...enumChecks('payment_intents', table),
  ],
)

export const sandboxRefunds = sandboxSchema.table(
  'refunds',
  {
    id: text('id').primaryKey(),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    paymentId: text('payment_id')
      .notNull()
      .references(() => sandboxPayments.id),
    amount: minorUnits('amount').notNull(),
    reason: text('reason', { enum: ['requested', 'undeliverable', 'duplicate'] }).notNull(),
    state: text('state', { enum: ['pending', 'succeeded', 'failed'] }).notNull(),
    /** When the bank rejects the refund; null for a refund that succeeds. */
    failsAt: timestamptz('fails_at'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('refunds_payment_id_idx').on(table.paymentId),
    index('refunds_fails_at_idx').on(table.failsAt).where(sql`${table.failsAt} is not null`),
    check('refunds_amount_valid', sql`${table.amount} > 0`),
    ...enumChecks('refunds', table),
  ],
)

export const sandboxDisputes = sandboxSchema.table(
  'disputes',
  {
    id: text('id').primaryKey(),
    paymentId: text('payment_id')
      .notNull()
      .unique()
      .references(() => sandboxPayments.id),
    amount: minorUnits('amount').notNull(),
    state: text('state', { enum: ['inquiry', 'open', 'won', 'lost'] }).notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [...enumChecks('disputes', table)],
)

/** Webhooks, inserted in the transaction of their change. The id is the event's. */
export const sandboxDeliveries = sandboxSchema.table(
  'webhook_deliveries',
  {
    id: text('id').primaryKey(),
    type: text('type', { enum: eventTypes }).notNull(),
    objectId: text('object_id').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    attemptCount: integer('attempt_count').notNull().default(0),
    /** When it is sent next; null once it was delivered or its last attempt failed. */
    nextAttemptAt: timestamptz('next_attempt_at'),
    deliveredAt: timestamptz('delivered_at'),
    /** The result of the last attempt: `200`, `503`, `unreachable`, `dropped`. */
    lastResponseStatus: text('last_response_status'),
  },
  (table) => [
    index('webhook_deliveries_due_idx')
      .on(table.nextAttemptAt)
      .where(sql`${table.nextAttemptAt} is not null`),
    index('webhook_deliveries_created_at_id_idx').on(table.createdAt, table.id),
    index('webhook_deliveries_object_id_idx').on(table.objectId),
    ...enumChecks('webhook_deliveries', table),
  ],
)

/**
 * What the platform's own account can transfer to creators. It has one row, or none while the balance covers every
 * transfer.
 */
export const sandboxBalance = sandboxSchema.table(
  'platform_balance',
  {
    id: integer('id').primaryKey(),
    available: minorUnits('available').notNull(),
  },
  (table) => [check('platform_balance_id_valid', sql`${table.id} = 1`)],
)

/** Every change of the platform's balance, in the transaction of what changed it. Negative is what leaves it. */
export const sandboxBalanceTransactions = sandboxSchema.table(
  'balance_transactions',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: balanceTransactionKinds }).notNull(),
    sourceId: text('source_id').notNull(),
    amount: minorUnits('amount').notNull(),
    currency: currency(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('balance_transactions_created_at_id_idx').on(table.createdAt, table.id),
    currencyCheck('balance_transactions', table.currency),
    ...enumChecks('balance_transactions', table),
  ],
)

/** Payouts from the platform's balance to its own bank. */
export const sandboxPayouts = sandboxSchema.table(
  'platform_payouts',
  {
    id: text('id').primaryKey(),
    amount: minorUnits('amount').notNull(),
    currency: currency(),
    state: text('state', { enum: ['paid', 'failed'] }).notNull(),
    failureCode: text('failure_code'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('platform_payouts_created_at_idx').on(table.createdAt),
    check('platform_payouts_amount_valid', sql`${table.amount} > 0`),
    currencyCheck('platform_payouts', table.currency),
    ...enumChecks('platform_payouts', table),
  ],
)

/** Creators' accounts with the sandbox. A `restricted` one cannot be paid, for the reason in `restriction`. */
export const sandboxAccounts = sandboxSchema.table(
  'connected_accounts',
  {
    id: text('id').primaryKey(),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    userId: text('user_id').notNull(),
    email: text('email').notNull(),
    /** ISO 3166; null for accounts that were created before the country was asked. */
    country: text('country'),
    state: text('state', { enum: connectedAccountStates }).notNull(),
    restriction: text('restriction', { enum: accountRestrictions }),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('connected_accounts_user_id_idx').on(table.userId),
    index('connected_accounts_created_at_id_idx').on(table.createdAt, table.id),
    check('connected_accounts_country_valid', sql`${table.country} ~ '^[A-Z]{2}$'`),
    ...enumChecks('connected_accounts', table),
  ],
)

/** Single-use addresses of the onboarding page. */
export const sandboxLinks = sandboxSchema.table(
  'onboarding_links',
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
  (table) => [index('onboarding_links_account_id_idx').on(table.accountId)],
)

/** Transfers to creators. The row of a `failed` one is never deleted, so that its idempotency key stays rejected. */
export const sandboxTransfers = sandboxSchema.table(
  'transfers',
  {
    id: text('id').primaryKey(),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    accountId: text('account_id').notNull(),
    payoutId: text('payout_id').notNull(),
    amount: minorUnits('amount').notNull(),
    currency: currency(),
    state: text('state', { enum: ['paid', 'failed', 'reversed'] }).notNull(),
    /** Why it failed; null also for failures from before codes were stored. */
    failureCode: text('failure_code'),
    reversalIdempotencyKey: text('reversal_idempotency_key'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('transfers_account_id_idx').on(table.accountId),
    currencyCheck('transfers', table.currency),
    ...enumChecks('transfers', table),
  ],
)
