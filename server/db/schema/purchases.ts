import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { cents, enumChecks, id, timestamptz } from './columns.ts'
import { contentItems } from './content.ts'
import { timeOrderedId } from './ids.ts'
import { saleColumns } from './sale-columns.ts'

/** One try at paying, written before the provider is asked. Amount, rate and content are frozen here. */
export const checkouts = pgTable(
  'checkouts',
  {
    id: timeOrderedId(),
    ...saleColumns(),
    platformFeeBps: integer('platform_fee_bps').notNull(),
    /** The item's name when it was started: the provider is asked in the same words however often it is asked. */
    description: text('description').notNull().default(''),
    contentVersion: integer('content_version').notNull(),
    /** SHA-256 of the buyer cookie. */
    buyerCookieHash: text('buyer_cookie_hash').notNull(),
    buyerEmail: text('buyer_email').notNull(),
    /** Keyed hash of the address it was started from: limits on declines count by it. */
    ipHash: text('ip_hash').notNull().default(''),
    /** Cards the provider reported declined, the last of them as it names it, and when. */
    declineCount: integer('decline_count').notNull().default(0),
    lastDeclineReference: text('last_decline_reference'),
    lastDeclinedAt: timestamptz('last_declined_at'),
    /** What a supporter wrote, and whether only the creator may see it. */
    supporterName: text('supporter_name').notNull().default(''),
    supporterMessage: text('supporter_message').notNull().default(''),
    isSupporterPrivate: boolean('is_supporter_private').notNull().default(false),
    /** The `utm_*` of the link they came by. */
    utmParameters: text('utm_parameters').notNull().default(''),
    provider: text('provider').notNull(),
    mode: text('mode', { enum: ['test', 'live'] }).notNull(),
    providerPaymentId: text('provider_payment_id'),
    /** Sealed (purchases/tokens.ts): whoever knows it may open what it pays for. */
    clientSecretEncrypted: text('client_secret_encrypted'),
    state: text('state', { enum: ['open', 'processing', 'paid', 'canceled', 'mismatch'] }).notNull(),
    createdAt: timestamptz('created_at').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    /** When the sweeper looks next, and how often it has looked; null once there is nothing left to find out. */
    nextCheckAt: timestamptz('next_check_at'),
    checkCount: integer('check_count').notNull().default(0),
  },
  (table) => [
    unique('checkouts_payment').on(table.provider, table.providerPaymentId),
    index('checkouts_browser').on(table.buyerCookieHash, table.contentId, table.createdAt),
    index('checkouts_content').on(table.contentId, table.createdAt),
    // For the newest attempts of all items. BRIN: rows arrive in order of time, and an insert costs next to nothing.
    index('checkouts_created')
      .using('brin', table.createdAt)
      .with({ autosummarize: true, pages_per_range: 32 }),
    index('checkouts_creator').on(table.creatorId, table.createdAt),
    index('checkouts_due').on(table.nextCheckAt).where(sql`${table.nextCheckAt} is not null`),
    index('checkouts_declined')
      .on(table.contentId, table.lastDeclinedAt)
      .where(sql`${table.declineCount} > 0`),
    check('checkouts_amount', sql`${table.amount} > 0`),
    ...enumChecks('checkouts', table),
  ],
)

/** A paid checkout. */
export const purchases = pgTable(
  'purchases',
  {
    id: timeOrderedId(),
    /** What people call it: random, so it can't be guessed. */
    orderNumber: id('order_number').notNull().unique(),
    checkoutId: id('checkout_id')
      .notNull()
      .unique()
      .references(() => checkouts.id),
    ...saleColumns(),
    platformFeeAmount: cents('platform_fee_amount').notNull(),
    buyerEmail: text('buyer_email').notNull(),
    /** Cents paid back, taken by a dispute, and the part of the fee that went back with them. */
    refundedAmount: cents('refunded_amount').notNull().default(0),
    disputedAmount: cents('disputed_amount').notNull().default(0),
    platformFeeRefundedAmount: cents('platform_fee_refunded_amount').notNull().default(0),
    /** What the card provider kept, once it has said so. */
    providerFeeAmount: cents('provider_fee_amount'),
    paidAt: timestamptz('paid_at').notNull(),
    /** When the sweeper saw that what was sold is there to be delivered. */
    deliveryVerifiedAt: timestamptz('delivery_verified_at'),
  },
  (table) => [
    index('purchases_unchecked').on(table.paidAt).where(sql`${table.deliveryVerifiedAt} is null`),
    index('purchases_content').on(table.contentId, table.paidAt, table.id),
    index('purchases_paid').on(table.paidAt),
    index('purchases_email').on(sql`lower(${table.buyerEmail})`),
    index('purchases_creator').on(table.creatorId, table.paidAt, table.id),
    /** A creator looks for a buyer by how their address begins. */
    index('purchases_creator_email').on(
      table.creatorId,
      sql`lower(${table.buyerEmail}) text_pattern_ops`,
      table.paidAt,
      table.id,
    ),
    /** The few sales of which something went back, for lists of them. */
    index('purchases_reversed')
      .on(table.creatorId, table.paidAt, table.id)
      .where(sql`${table.refundedAmount} > 0 or ${table.disputedAmount} > 0`),
    check('purchases_refunded', sql`${table.refundedAmount} between 0 and ${table.amount}`),
    check(
      'purchases_disputed',
      sql`${table.disputedAmount} between 0 and ${table.amount} - ${table.refundedAmount}`,
    ),
    check(
      'purchases_fee_returned',
      sql`${table.platformFeeRefundedAmount} between 0 and ${table.platformFeeAmount}`,
    ),
    check('purchases_fee', sql`${table.platformFeeAmount} between 0 and ${table.amount}`),
  ],
)

/** A buyer's right to one item. */
export const accessGrants = pgTable(
  'access_grants',
  {
    purchaseId: id('purchase_id')
      .primaryKey()
      .references(() => purchases.id),
    contentId: id('content_id')
      .notNull()
      .references(() => contentItems.id),
    /** Random; with the instance's secret it gives the access token, so neither alone opens anything. */
    tokenNonce: text('token_nonce').notNull(),
    /** When the buyer first had the content before their eyes, or its bytes on the way. */
    firstAccessedAt: timestamptz('first_accessed_at'),
    revokedAt: timestamptz('revoked_at'),
    /** A refund or a dispute closes by itself; a creator or the admin by hand, with words the buyer reads. */
    revocationReason: text('revocation_reason', { enum: ['refund', 'dispute', 'creator', 'admin'] }),
    revocationMessage: text('revocation_message').notNull().default(''),
  },
  (table) => [index('access_grants_content_id').on(table.contentId), ...enumChecks('access_grants', table)],
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
