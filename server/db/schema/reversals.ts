import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { cents, enumChecks, id, timestamptz } from './columns.ts'
import { timeOrderedId } from './ids.ts'
import { purchases } from './purchases.ts'

/** The creator of the purchase, so that everything about one creator's money can be kept on one machine. */
const creatorOfPurchase = () => text('creator_id').notNull()

/** What a provider reported paid back, once for each of its refunds. */
export const refunds = pgTable(
  'refunds',
  {
    id: timeOrderedId(),
    purchaseId: id('purchase_id')
      .notNull()
      .references(() => purchases.id),
    creatorId: creatorOfPurchase(),
    provider: text('provider').notNull(),
    providerRefundId: text('provider_refund_id').notNull(),
    amount: cents('amount').notNull(),
    /** The part of the platform's fee that was returned with it. */
    platformFeeRefundedAmount: cents('platform_fee_refunded_amount').notNull(),
    state: text('state', { enum: ['succeeded', 'failed'] }).notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    unique('refunds_provider').on(table.provider, table.providerRefundId),
    check('refunds_amount', sql`${table.amount} > 0`),
    index('refunds_purchase_id').on(table.purchaseId),
    ...enumChecks('refunds', table),
  ],
)

/**
 * Money somebody wants back. `refunding` is the intention, written before the provider is asked with this id as key, so
 * that a crash leaves a trace to follow; what the provider then reports is a row of `refunds`. `failed` will not be made
 * by trying again: a person decides.
 */
export const refundRequests = pgTable(
  'refund_requests',
  {
    id: timeOrderedId(),
    purchaseId: id('purchase_id')
      .notNull()
      .references(() => purchases.id),
    creatorId: creatorOfPurchase(),
    amount: cents('amount').notNull(),
    requestMessage: text('request_message').notNull(),
    requestedBy: text('requested_by', { enum: ['buyer', 'creator', 'admin', 'platform'] }).notNull(),
    state: text('state', { enum: ['asked', 'refunding', 'refunded', 'refused', 'failed'] }).notNull(),
    createdAt: timestamptz('created_at').notNull(),
    decidedAt: timestamptz('decided_at'),
    /** Who decided, and what they told the buyer; null and empty for what went back by itself. */
    decidedBy: text('decided_by').references(() => users.id),
    decisionMessage: text('decision_message').notNull().default(''),
    /** The provider's refund, once it has answered: from then on it is looked at, not made. */
    providerRefundId: text('provider_refund_id'),
    /** How often the provider was asked in vain, and when it is asked again; null: as soon as possible. */
    attemptCount: integer('attempt_count').notNull().default(0),
    nextAttemptAt: timestamptz('next_attempt_at'),
  },
  (table) => [
    index('refund_requests_purchase').on(table.purchaseId),
    index('refund_requests_waiting').on(table.purchaseId).where(sql`${table.state} = 'asked'`),
    index('refund_requests_going').on(table.decidedAt).where(sql`${table.state} = 'refunding'`),
    check('refund_requests_amount', sql`${table.amount} > 0`),
    index('refund_requests_decided_by').on(table.decidedBy),
    ...enumChecks('refund_requests', table),
  ],
)

/** A buyer's complaint at the bank. `booked` is what it takes from us now; `moves` counts its postings. */
export const disputes = pgTable(
  'disputes',
  {
    id: timeOrderedId(),
    purchaseId: id('purchase_id')
      .notNull()
      .references(() => purchases.id),
    creatorId: creatorOfPurchase(),
    provider: text('provider').notNull(),
    providerDisputeId: text('provider_dispute_id').notNull(),
    state: text('state', { enum: ['inquiry', 'open', 'won', 'lost'] }).notNull(),
    reason: text('reason'),
    amount: cents('amount').notNull(),
    heldAmount: cents('held_amount').notNull().default(0),
    postingCount: integer('posting_count').notNull().default(0),
    createdAt: timestamptz('created_at').notNull(),
    updatedAt: timestamptz('updated_at').notNull(),
  },
  (table) => [
    unique('disputes_provider').on(table.provider, table.providerDisputeId),
    index('disputes_purchase_id').on(table.purchaseId),
    ...enumChecks('disputes', table),
  ],
)
