import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { currency, currencyCheck, enumChecks, id, minorUnits, timeOrderedId, timestamptz } from './columns.ts'
import { users } from './people.ts'

/** Pro subscriptions: inserted before the provider is called, with the provider's last known state. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: timeOrderedId(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** The user's 1st, 2nd, … subscription; part of the idempotency key. */
    sequenceNumber: integer('sequence_number').notNull(),
    provider: text('provider').notNull(),
    providerSubscriptionId: text('provider_subscription_id'),
    state: text('state', { enum: ['incomplete', 'active', 'past_due', 'canceled'] }).notNull(),
    currentPeriodEnd: timestamptz('current_period_end'),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
    /** Pro stays on until then after a failed renewal. */
    gracePeriodEndsAt: timestamptz('grace_period_ends_at'),
    /** The provider's page to confirm a renewal on, while the bank asks for it. */
    confirmationUrl: text('confirmation_url'),
    /** The provider's page to pay an unpaid renewal on with another card. */
    paymentUrl: text('payment_url'),
    /** The price at the provider that it was started at, and what a month of it costs; null until the provider has said so. */
    priceSource: text('price_source'),
    monthlyPrice: minorUnits('monthly_price'),
    priceCurrency: text('price_currency'),
    /** The number of reads at the provider, and the newest applied one: an older response changes nothing. */
    lastRequestSeq: integer('last_request_seq').notNull().default(0),
    appliedRequestSeq: integer('applied_request_seq').notNull().default(0),
    createdAt: timestamptz('created_at').notNull(),
    endedAt: timestamptz('ended_at'),
    /** The sweep's next check, and the number of unchanged ones; null once it has ended. */
    nextCheckAt: timestamptz('next_check_at'),
    checkCount: integer('check_count').notNull().default(0),
  },
  (table) => [
    unique('subscriptions_provider_provider_subscription_id_key').on(
      table.provider,
      table.providerSubscriptionId,
    ),
    unique('subscriptions_user_id_sequence_number_key').on(table.userId, table.sequenceNumber),
    uniqueIndex('subscriptions_current_key').on(table.userId).where(sql`${table.state} <> 'canceled'`),
    index('subscriptions_due_idx').on(table.nextCheckAt).where(sql`${table.nextCheckAt} is not null`),
    currencyCheck('subscriptions', table.priceCurrency),
    ...enumChecks('subscriptions', table),
  ],
)

/**
 * The price of Pro as it was last read at the provider: its amount, or why Pro is not sold at it. One row, or none before the
 * first reading.
 */
export const proPrice = pgTable(
  'pro_price',
  {
    id: integer('id').primaryKey(),
    /** Which price was read: another one in the settings makes this row void. */
    source: text('source').notNull(),
    monthlyPrice: minorUnits('monthly_price'),
    problem: text('problem'),
    readAt: timestamptz('read_at').notNull(),
  },
  (table) => [
    check('pro_price_id_valid', sql`${table.id} = 1`),
    check(
      'pro_price_monthly_price_valid',
      sql`num_nonnulls(${table.monthlyPrice}, ${table.problem}) = 1 and ${table.monthlyPrice} > 0`,
    ),
  ],
)

/** Paid invoices of Pro, one row for each at the provider. */
export const invoices = pgTable(
  'invoices',
  {
    id: timeOrderedId(),
    subscriptionId: id('subscription_id')
      .notNull()
      .references(() => subscriptions.id),
    creatorId: text('creator_id').notNull(),
    provider: text('provider').notNull(),
    providerInvoiceId: text('provider_invoice_id').notNull(),
    amount: minorUnits('amount').notNull(),
    currency: currency(),
    paidAt: timestamptz('paid_at').notNull(),
  },
  (table) => [
    unique('invoices_provider_provider_invoice_id_key').on(table.provider, table.providerInvoiceId),
    index('invoices_subscription_id_paid_at_idx').on(table.subscriptionId, table.paidAt),
    check('invoices_amount_valid', sql`${table.amount} > 0`),
    currencyCheck('invoices', table.currency),
  ],
)
