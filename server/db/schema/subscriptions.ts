import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { taxTreatments } from '../../../contract/tax.ts'
import { proEndReasons } from '../../../domain/pro-payment.ts'
import {
  country,
  countryCheck,
  currency,
  currencyCheck,
  enumChecks,
  id,
  minorUnits,
  taxRateCheck,
  timeOrderedId,
  timestamptz,
} from './columns.ts'
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
    /** Why it was ended before its time; null otherwise. Pro is off from then on, whatever the provider says. */
    endReason: text('end_reason', { enum: proEndReasons }),
    /** The words about withdrawal that the creator agreed to before paying, and when; empty where none are asked. */
    withdrawalConsent: text('withdrawal_consent').notNull().default(''),
    withdrawalConsentAt: timestamptz('withdrawal_consent_at'),
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
    index('subscriptions_ending_idx')
      .on(table.id)
      .where(sql`${table.endReason} is not null and ${table.state} <> 'canceled'`),
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

/**
 * Paid invoices of Pro, one row for each at the provider, with who paid and the tax of that day. What refunds and disputes
 * return is counted beside it.
 */
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
    /** The month that it pays for; null on one from before it was kept. */
    periodStart: timestamptz('period_start'),
    periodEnd: timestamptz('period_end'),
    /** Its payment at the provider; null when it was paid another way. */
    providerPaymentId: text('provider_payment_id'),
    cardBrand: text('card_brand'),
    cardLast4: text('card_last4'),
    cardCountry: country('card_country'),
    /** The provider's fee, once known. */
    providerFeeAmount: minorUnits('provider_fee_amount'),
    /** The tax that the amount includes, and why. */
    taxAmount: minorUnits('tax_amount').notNull().default(0),
    taxRateMillionths: integer('tax_rate_millionths').notNull().default(0),
    taxTreatment: text('tax_treatment', { enum: taxTreatments }).notNull().default('untaxed'),
    /** Who paid, as they were known on that day. */
    buyerName: text('buyer_name').notNull().default(''),
    buyerAddress: text('buyer_address').notNull().default(''),
    buyerCountry: country('buyer_country'),
    statedCountry: country('stated_country'),
    vatId: text('vat_id').notNull().default(''),
    /** What refunds and disputes have returned of it, and the tax of that. */
    returnedAmount: minorUnits('returned_amount').notNull().default(0),
    taxReturnedAmount: minorUnits('tax_returned_amount').notNull().default(0),
    /** The number of readings of its payment at the provider, and the newest applied one. */
    lastRequestSeq: integer('last_request_seq').notNull().default(0),
    appliedRequestSeq: integer('applied_request_seq').notNull().default(0),
    /** When its payment was read last; null until then. */
    readAt: timestamptz('read_at'),
  },
  (table) => [
    unique('invoices_provider_provider_invoice_id_key').on(table.provider, table.providerInvoiceId),
    unique('invoices_provider_provider_payment_id_key').on(table.provider, table.providerPaymentId),
    index('invoices_subscription_id_paid_at_idx').on(table.subscriptionId, table.paidAt),
    index('invoices_without_fee_idx').on(table.paidAt).where(sql`${table.providerFeeAmount} is null`),
    check('invoices_amount_valid', sql`${table.amount} > 0`),
    check('invoices_tax_amount_valid', sql`${table.taxAmount} between 0 and ${table.amount}`),
    check('invoices_returned_amount_valid', sql`${table.returnedAmount} between 0 and ${table.amount}`),
    check(
      'invoices_tax_returned_amount_valid',
      sql`${table.taxReturnedAmount} between 0 and ${table.taxAmount}`,
    ),
    taxRateCheck('invoices', table.taxRateMillionths),
    countryCheck('invoices', table.cardCountry),
    countryCheck('invoices', table.buyerCountry),
    countryCheck('invoices', table.statedCountry),
    ...enumChecks('invoices', table),
    currencyCheck('invoices', table.currency),
  ],
)

/**
 * Refunds and disputes of invoices of Pro. A refund that we ask for is inserted before the provider is called, with the row's id as
 * idempotency key; it gets the provider's id once the provider reports it.
 */
export const invoiceReversals = pgTable(
  'invoice_reversals',
  {
    id: timeOrderedId(),
    invoiceId: id('invoice_id')
      .notNull()
      .references(() => invoices.id),
    creatorId: text('creator_id').notNull(),
    kind: text('kind', { enum: ['refund', 'dispute'] }).notNull(),
    provider: text('provider').notNull(),
    providerReversalId: text('provider_reversal_id'),
    state: text('state', {
      enum: ['requested', 'pending', 'succeeded', 'failed', 'inquiry', 'open', 'won', 'lost'],
    }).notNull(),
    amount: minorUnits('amount').notNull(),
    /** What it returns now, and the number of its postings. */
    bookedAmount: minorUnits('booked_amount').notNull().default(0),
    postingCount: integer('posting_count').notNull().default(0),
    /** Of a refund that the creator asked for by canceling within 14 days. */
    isWithdrawal: boolean('is_withdrawal').notNull().default(false),
    /** Attempts at the provider that were answered with `not now`: part of the idempotency key. */
    refundAttempt: integer('refund_attempt').notNull().default(0),
    nextAttemptAt: timestamptz('next_attempt_at'),
    createdAt: timestamptz('created_at').notNull(),
    updatedAt: timestamptz('updated_at').notNull(),
  },
  (table) => [
    unique('invoice_reversals_provider_provider_reversal_id_key').on(
      table.provider,
      table.providerReversalId,
    ),
    index('invoice_reversals_invoice_id_idx').on(table.invoiceId),
    index('invoice_reversals_due_idx').on(table.nextAttemptAt).where(sql`${table.state} = 'requested'`),
    check('invoice_reversals_amount_valid', sql`${table.amount} > 0`),
    check('invoice_reversals_booked_amount_valid', sql`${table.bookedAmount} between 0 and ${table.amount}`),
    ...enumChecks('invoice_reversals', table),
  ],
)
