import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { cents, enumChecks, id, timestamptz } from './columns.ts'
import { contents } from './content.ts'
import { saleColumns } from './sale-columns.ts'

/** One try at paying, written before the provider is asked. Amount, rate and content are frozen here. */
export const checkouts = pgTable(
  'attempts',
  {
    id: id('id').primaryKey(),
    ...saleColumns(),
    feeBps: integer('fee_bps').notNull(),
    /** The item's name when it was started: the provider is asked in the same words however often it is asked. */
    title: text('title').notNull().default(''),
    priceVersion: integer('price_version').notNull(),
    /** SHA-256 of the buyer cookie. */
    browser: text('browser').notNull(),
    buyerEmail: text('buyer_email').notNull(),
    /** Keyed hash of the address it was started from: limits on declines count by it. */
    caller: text('caller').notNull().default(''),
    /** Cards the provider reported declined, the last of them as it names it, and when. */
    declines: integer('declines').notNull().default(0),
    lastDecline: text('last_decline'),
    lastDeclinedAt: timestamptz('last_declined_at'),
    /** What a supporter wrote, and whether only the creator may see it. */
    supporterName: text('supporter_name').notNull().default(''),
    supporterMessage: text('supporter_message').notNull().default(''),
    isSupporterPrivate: boolean('supporter_private').notNull().default(false),
    /** The `utm_*` of the link they came by. */
    source: text('source').notNull().default(''),
    provider: text('provider').notNull(),
    mode: text('mode', { enum: ['test', 'live'] }).notNull(),
    providerPaymentId: text('provider_payment_id'),
    /** Sealed (purchases/tokens.ts): whoever knows it may open what it pays for. */
    clientSecret: text('client_secret'),
    state: text('state', { enum: ['open', 'processing', 'paid', 'canceled', 'mismatch'] }).notNull(),
    createdAt: timestamptz('created_at').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    /** When the sweeper looks next, and how often it has looked; null once there is nothing left to find out. */
    nextCheckAt: timestamptz('next_check_at'),
    checks: integer('checks').notNull().default(0),
  },
  (table) => [
    unique('attempts_payment').on(table.provider, table.providerPaymentId),
    index('attempts_browser').on(table.browser, table.contentId, table.createdAt),
    index('attempts_content').on(table.contentId, table.createdAt),
    // For the newest attempts of all items. BRIN: rows arrive in order of time, and an insert costs next to nothing.
    index('attempts_created')
      .using('brin', table.createdAt)
      .with({ autosummarize: true, pages_per_range: 32 }),
    index('attempts_creator').on(table.creatorId, table.createdAt),
    index('attempts_due').on(table.nextCheckAt).where(sql`${table.nextCheckAt} is not null`),
    index('attempts_declined').on(table.contentId, table.lastDeclinedAt).where(sql`${table.declines} > 0`),
    check('attempts_amount', sql`${table.amount} > 0`),
    ...enumChecks('attempts', table),
  ],
)

/** A paid attempt; the id is the order number. */
export const purchases = pgTable(
  'purchases',
  {
    id: id('id').primaryKey(),
    attemptId: id('attempt_id')
      .notNull()
      .unique()
      .references(() => checkouts.id),
    ...saleColumns(),
    fee: cents('fee').notNull(),
    email: text('email').notNull(),
    /** Cents paid back, taken by a dispute, and the part of the fee that went back with them. */
    refunded: cents('refunded').notNull().default(0),
    disputed: cents('disputed').notNull().default(0),
    feeReturned: cents('fee_returned').notNull().default(0),
    /** What the card provider kept, once it has said so. */
    providerFee: cents('provider_fee'),
    paidAt: timestamptz('paid_at').notNull(),
    /** When the sweeper saw that what was sold is there to be delivered. */
    deliveryVerifiedAt: timestamptz('goods_checked_at'),
  },
  (table) => [
    index('purchases_unchecked').on(table.paidAt).where(sql`${table.deliveryVerifiedAt} is null`),
    index('purchases_content').on(table.contentId, table.paidAt, table.id),
    index('purchases_paid').on(table.paidAt),
    index('purchases_email').on(sql`lower(${table.email})`),
    index('purchases_creator').on(table.creatorId, table.paidAt, table.id),
    /** A creator looks for a buyer by how their address begins. */
    index('purchases_creator_email').on(
      table.creatorId,
      sql`lower(${table.email}) text_pattern_ops`,
      table.paidAt,
      table.id,
    ),
    /** The few sales of which something went back, for lists of them. */
    index('purchases_reversed')
      .on(table.creatorId, table.paidAt, table.id)
      .where(sql`${table.refunded} > 0 or ${table.disputed} > 0`),
    check('purchases_refunded', sql`${table.refunded} between 0 and ${table.amount}`),
    check('purchases_disputed', sql`${table.disputed} between 0 and ${table.amount} - ${table.refunded}`),
    check('purchases_fee_returned', sql`${table.feeReturned} between 0 and ${table.fee}`),
    check('purchases_fee', sql`${table.fee} between 0 and ${table.amount}`),
  ],
)

/** A buyer's right to one item. */
export const grants = pgTable(
  'grants',
  {
    purchaseId: id('purchase_id')
      .primaryKey()
      .references(() => purchases.id),
    contentId: id('content_id')
      .notNull()
      .references(() => contents.id),
    /** Random; with the instance's secret it gives the access token, so neither alone opens anything. */
    nonce: text('nonce').notNull(),
    /** When the buyer first had the content before their eyes, or its bytes on the way. */
    openedAt: timestamptz('opened_at'),
    revokedAt: timestamptz('revoked_at'),
    /** A refund or a dispute closes by itself; a creator or the admin by hand, with words the buyer reads. */
    revokedFor: text('revoked_for', { enum: ['refund', 'dispute', 'creator', 'admin'] }),
    revokedReason: text('revoked_reason').notNull().default(''),
  },
  (table) => [index('grants_content_id').on(table.contentId), ...enumChecks('grants', table)],
)

/** Access tokens by their SHA-256. */
export const accessLinks = pgTable(
  'access_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    purchaseId: id('purchase_id')
      .notNull()
      .references(() => purchases.id),
  },
  (table) => [index('access_links_purchase_id').on(table.purchaseId)],
)

/** What a provider reported paid back, once for each of its refunds. */
export const refunds = pgTable(
  'refunds',
  {
    id: id('id').primaryKey(),
    purchaseId: id('purchase_id')
      .notNull()
      .references(() => purchases.id),
    provider: text('provider').notNull(),
    providerRefundId: text('provider_refund_id').notNull(),
    amount: cents('amount').notNull(),
    /** The part of the platform's fee that was returned with it. */
    fee: cents('fee').notNull(),
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
    id: id('id').primaryKey(),
    purchaseId: id('purchase_id')
      .notNull()
      .references(() => purchases.id),
    amount: cents('amount').notNull(),
    reason: text('reason').notNull(),
    askedBy: text('asked_by', { enum: ['buyer', 'creator', 'admin', 'platform'] }).notNull(),
    state: text('state', { enum: ['asked', 'refunding', 'refunded', 'refused', 'failed'] }).notNull(),
    createdAt: timestamptz('created_at').notNull(),
    decidedAt: timestamptz('decided_at'),
    /** Who decided, and what they told the buyer; null and empty for what went back by itself. */
    decidedBy: text('decided_by').references(() => users.id),
    answer: text('answer').notNull().default(''),
    /** The provider's refund, once it has answered: from then on it is looked at, not made. */
    providerRefundId: text('provider_refund_id'),
    /** How often the provider was asked in vain, and when it is asked again; null: as soon as possible. */
    tries: integer('tries').notNull().default(0),
    nextTryAt: timestamptz('next_try_at'),
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
    id: id('id').primaryKey(),
    purchaseId: id('purchase_id')
      .notNull()
      .references(() => purchases.id),
    provider: text('provider').notNull(),
    providerDisputeId: text('provider_dispute_id').notNull(),
    state: text('state', { enum: ['inquiry', 'open', 'won', 'lost'] }).notNull(),
    reason: text('reason'),
    amount: cents('amount').notNull(),
    booked: cents('booked').notNull().default(0),
    moves: integer('moves').notNull().default(0),
    createdAt: timestamptz('created_at').notNull(),
    updatedAt: timestamptz('updated_at').notNull(),
  },
  (table) => [
    unique('disputes_provider').on(table.provider, table.providerDisputeId),
    index('disputes_purchase_id').on(table.purchaseId),
    ...enumChecks('disputes', table),
  ],
)

/** The inbox of webhooks: duplicates cost one failed insert, and what was not handled can be replayed. */
export const webhookEvents = pgTable(
  'provider_events',
  {
    provider: text('provider').notNull(),
    eventId: text('event_id').notNull(),
    objectType: text('about', {
      enum: ['payment', 'refund', 'dispute', 'account', 'subscription', 'payout'],
    }).notNull(),
    objectId: text('object_id').notNull(),
    receivedAt: timestamptz('received_at').notNull(),
    handledAt: timestamptz('handled_at'),
    /** How often it was taken up again in vain: those tried least come first. */
    tries: integer('tries').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.eventId] }),
    index('provider_events_waiting').on(table.receivedAt).where(sql`${table.handledAt} is null`),
    ...enumChecks('provider_events', table),
  ],
)
