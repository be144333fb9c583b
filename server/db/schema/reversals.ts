import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { refundWaitReasons } from '../../../contract/refunds.ts'
import { enumChecks, id, minorUnits, timeOrderedId, timestamptz } from './columns.ts'
import { contentItems } from './content.ts'
import { users } from './people.ts'
import { purchases } from './purchases.ts'

/** The purchase's creator. All rows about one creator's money have it, so that they can be stored on one node. */
const creatorOfPurchase = () => text('creator_id').notNull()

/** The provider's refunds, one row each. */
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
    amount: minorUnits('amount').notNull(),
    /** The part of the platform fee that was returned with it. */
    platformFeeRefundedAmount: minorUnits('platform_fee_refunded_amount').notNull(),
    /** The part of the tax that was returned with it. */
    taxRefundedAmount: minorUnits('tax_refunded_amount').notNull().default(0),
    state: text('state', { enum: ['succeeded', 'failed'] }).notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    unique('refunds_provider_provider_refund_id_key').on(table.provider, table.providerRefundId),
    check('refunds_amount_valid', sql`${table.amount} > 0`),
    index('refunds_purchase_id_idx').on(table.purchaseId),
    ...enumChecks('refunds', table),
  ],
)

/**
 * Refund requests. `requested` waits for the creator, `in_review` for the admin. `processing` is stored before the
 * provider is called with the row's id as idempotency key, so that a crash leaves a row to resume. The provider's result
 * is a row of `refunds`. `failed` was rejected by the provider finally: a person decides.
 */
export const refundRequests = pgTable(
  'refund_requests',
  {
    id: timeOrderedId(),
    purchaseId: id('purchase_id')
      .notNull()
      .references(() => purchases.id),
    creatorId: creatorOfPurchase(),
    amount: minorUnits('amount').notNull(),
    /** The item of a bundle that was taken down, whose part of the price this refunds; null for any other refund. */
    contentId: id('content_id').references(() => contentItems.id),
    /** While it is open: what of the purchase's net amount is kept for it. */
    reservedNetAmount: minorUnits('reserved_net_amount').notNull().default(0),
    requestMessage: text('request_message').notNull(),
    requestedBy: text('requested_by', { enum: ['buyer', 'creator', 'admin', 'system'] }).notNull(),
    state: text('state', {
      enum: ['requested', 'in_review', 'processing', 'refunded', 'rejected', 'failed'],
    }).notNull(),
    /** Of a buyer's request: until when the creator may refund or object. After that it is refunded. */
    creatorDeadlineAt: timestamptz('creator_deadline_at'),
    /** The creator's objection, which the admin decides. */
    objectedAt: timestamptz('objected_at'),
    objectionMessage: text('objection_message').notNull().default(''),
    createdAt: timestamptz('created_at').notNull(),
    decidedAt: timestamptz('decided_at'),
    /** Who decided, and the message to the buyer; null and empty for automatic refunds. */
    decidedBy: text('decided_by').references(() => users.id),
    decisionMessage: text('decision_message').notNull().default(''),
    /** The provider's refund id, once known: from then on it is read, not created. */
    providerRefundId: text('provider_refund_id'),
    /** Failed attempts at the provider, and the next one; null means as soon as possible. */
    attemptCount: integer('attempt_count').notNull().default(0),
    nextAttemptAt: timestamptz('next_attempt_at'),
    /** Part of the idempotency key; counts the attempts that the provider has answered with `not now`. */
    refundAttempt: integer('refund_attempt').notNull().default(0),
    /** When this attempt was first sent; null once it is answered. */
    attemptStartedAt: timestamptz('attempt_started_at'),
    /** Why it was not made yet; null while nothing holds it up. */
    waitReason: text('wait_reason', { enum: refundWaitReasons }),
  },
  (table) => [
    index('refund_requests_purchase_id_idx').on(table.purchaseId),
    index('refund_requests_content_id_idx').on(table.contentId),
    // A part is refunded once. When the provider rejects that, a person decides.
    uniqueIndex('refund_requests_part_key')
      .on(table.purchaseId, table.contentId)
      .where(sql`${table.contentId} is not null`),
    index('refund_requests_requested_idx').on(table.purchaseId).where(sql`${table.state} = 'requested'`),
    index('refund_requests_creator_deadline_at_idx')
      .on(table.creatorDeadlineAt)
      .where(sql`${table.state} = 'requested'`),
    index('refund_requests_in_review_idx').on(table.objectedAt).where(sql`${table.state} = 'in_review'`),
    index('refund_requests_processing_idx').on(table.decidedAt).where(sql`${table.state} = 'processing'`),
    check('refund_requests_amount_valid', sql`${table.amount} > 0`),
    index('refund_requests_decided_by_idx').on(table.decidedBy),
    ...enumChecks('refund_requests', table),
  ],
)

/** A bank's dispute, with the amount it holds now and the number of its postings. */
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
    amount: minorUnits('amount').notNull(),
    heldAmount: minorUnits('held_amount').notNull().default(0),
    postingCount: integer('posting_count').notNull().default(0),
    createdAt: timestamptz('created_at').notNull(),
    updatedAt: timestamptz('updated_at').notNull(),
  },
  (table) => [
    unique('disputes_provider_provider_dispute_id_key').on(table.provider, table.providerDisputeId),
    index('disputes_purchase_id_idx').on(table.purchaseId),
    ...enumChecks('disputes', table),
  ],
)
