import { type SQL, sql } from 'drizzle-orm'
import {
  boolean,
  type CheckBuilder,
  check,
  index,
  integer,
  jsonb,
  type PgColumn,
  pgTable,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { OrderNumber } from '../../../contract/order-number.ts'
import { taxKinds, taxTreatments } from '../../../contract/tax.ts'
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
import { contentItems } from './content.ts'
import { users } from './people.ts'

/** Columns of checkouts, purchases and test purchases: item, creator and amount. */
function saleColumns() {
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

/** Columns of checkouts and purchases: the price without a discount, the discount, and a tip on top. They make up the amount. */
function priceColumns() {
  return {
    listAmount: minorUnits('list_amount').notNull(),
    discountAmount: minorUnits('discount_amount').notNull().default(0),
    tipAmount: minorUnits('tip_amount').notNull().default(0),
    /** The code that reduced it. Not a foreign key, whose index every sale would write. */
    discountId: id('discount_id'),
  }
}

type PriceColumns = Record<'amount' | 'listAmount' | 'discountAmount' | 'tipAmount', PgColumn>

function priceChecks(table: string, columns: PriceColumns): Array<CheckBuilder> {
  const { amount, listAmount, discountAmount, tipAmount } = columns
  return [
    check(`${table}_list_amount_valid`, sql`${amount} = ${listAmount} - ${discountAmount} + ${tipAmount}`),
    check(`${table}_tip_amount_valid`, sql`${tipAmount} >= 0`),
    check(`${table}_discount_amount_valid`, sql`${discountAmount} >= 0`),
  ]
}

/** A checkout, stored before the provider is called. Amount, fee rate and item are frozen on it. */
export const checkouts = pgTable(
  'checkouts',
  {
    id: timeOrderedId(),
    ...saleColumns(),
    ...priceColumns(),
    platformFeeBps: integer('platform_fee_bps').notNull(),
    /** The item's title at the start, so that repeated calls send the provider the same request. */
    description: text('description').notNull().default(''),
    contentVersion: integer('content_version').notNull(),
    /** Whether its sale has to settle something more, such as the use of a code. A plain sale reads nothing of it. */
    hasExtras: boolean('has_extras').notNull().default(false),
    /** The items that the buyer had, by which the price of an upgrade or of the rest of a bundle was computed. */
    ownedContentIds: jsonb('owned_content_ids').$type<Array<number>>().notNull().default([]),
    /** The purchases that proved it. Each of them completes a bundle once. */
    ownedPurchaseIds: jsonb('owned_purchase_ids').$type<Array<number>>().notNull().default([]),
    /** SHA-256 of the buyer cookie. */
    buyerCookieHash: text('buyer_cookie_hash').notNull(),
    buyerEmail: text('buyer_email').notNull(),
    /** Keyed hash of the IP address: limits on declines count by it. */
    ipHash: text('ip_hash').notNull().default(''),
    /** Declined cards that the provider reported, the reference of the last one, and its time. */
    declineCount: integer('decline_count').notNull().default(0),
    lastDeclineReference: text('last_decline_reference'),
    lastDeclinedAt: timestamptz('last_declined_at'),
    /** The supporter's message, and whether only the creator may see it. */
    supporterName: text('supporter_name').notNull().default(''),
    supporterMessage: text('supporter_message').notNull().default(''),
    isSupporterPrivate: boolean('is_supporter_private').notNull().default(false),
    /** The kind of the item for tax rates, as it was at the start. */
    taxKind: text('tax_kind', { enum: taxKinds }).notNull().default('digital'),
    /** The country and region that the buyer stated, and what a business wants on its receipt. */
    buyerCountry: country('buyer_country'),
    buyerRegion: text('buyer_region').notNull().default(''),
    businessName: text('business_name').notNull().default(''),
    /** Several lines. */
    businessAddress: text('business_address').notNull().default(''),
    vatId: text('vat_id').notNull().default(''),
    /** When the register of VAT IDs said that the ID is valid; null while it has not. */
    vatIdVerifiedAt: timestamptz('vat_id_verified_at'),
    /** The words by which the buyer agreed to immediate delivery, and when; empty when the law did not ask. */
    withdrawalConsent: text('withdrawal_consent').notNull().default(''),
    withdrawalConsentAt: timestamptz('withdrawal_consent_at'),
    /** The release day that the buyer was shown; null for an item that is delivered at once. */
    promisedReleaseAt: timestamptz('promised_release_at'),
    /** The link's `utm_*` parameters. */
    utmParameters: text('utm_parameters').notNull().default(''),
    provider: text('provider').notNull(),
    mode: text('mode', { enum: ['test', 'live'] }).notNull(),
    providerPaymentId: text('provider_payment_id'),
    /** Encrypted (purchases/access-token.ts), because it opens the purchase it pays for. */
    clientSecretEncrypted: text('client_secret_encrypted'),
    state: text('state', { enum: ['open', 'processing', 'paid', 'canceled', 'quarantined'] }).notNull(),
    createdAt: timestamptz('created_at').notNull(),
    expiresAt: timestamptz('expires_at').notNull(),
    /** The time of the sweep's next check, null when none is needed, and the number of checks so far. */
    nextCheckAt: timestamptz('next_check_at'),
    checkCount: integer('check_count').notNull().default(0),
  },
  (table) => [
    unique('checkouts_provider_provider_payment_id_key').on(table.provider, table.providerPaymentId),
    index('checkouts_buyer_cookie_hash_content_id_created_at_idx').on(
      table.buyerCookieHash,
      table.contentId,
      table.createdAt,
    ),
    index('checkouts_content_id_created_at_idx').on(table.contentId, table.createdAt),
    // For the newest checkouts of all items. BRIN: rows arrive in order of time, and inserts stay cheap.
    index('checkouts_created_at_idx')
      .using('brin', table.createdAt)
      .with({ autosummarize: true, pages_per_range: 32 }),
    index('checkouts_creator_id_created_at_idx').on(table.creatorId, table.createdAt),
    index('checkouts_due_idx').on(table.nextCheckAt).where(sql`${table.nextCheckAt} is not null`),
    index('checkouts_declined_idx')
      .on(table.contentId, table.lastDeclinedAt)
      .where(sql`${table.declineCount} > 0`),
    // For the few sales to owners: which purchases have completed a bundle.
    index('checkouts_owned_purchase_ids_idx')
      .using('gin', table.ownedPurchaseIds.op('jsonb_path_ops'))
      .where(sql`${table.ownedPurchaseIds} <> '[]'::jsonb`),
    check(
      'checkouts_amount_valid',
      sql`${table.amount} > 0 or (${table.amount} = 0 and ${table.provider} = 'free')`,
    ),
    ...priceChecks('checkouts', table),
    countryCheck('checkouts', table.buyerCountry),
    currencyCheck('checkouts', table.currency),
    ...enumChecks('checkouts', table),
  ],
)

type WaitColumns = Record<'promisedReleaseAt' | 'releasedAt' | 'refundedAmount' | 'amount', PgColumn>

function isWaiting({ promisedReleaseAt, releasedAt, refundedAmount, amount }: WaitColumns): SQL {
  return sql`${promisedReleaseAt} is not null and ${releasedAt} is null and (${refundedAmount} < ${amount} or ${amount} = 0)`
}

/** A paid checkout. */
export const purchases = pgTable(
  'purchases',
  {
    id: timeOrderedId(),
    /** Shown to people: random, so it can't be guessed. */
    orderNumber: id('order_number').$type<OrderNumber>().notNull().unique(),
    checkoutId: id('checkout_id')
      .notNull()
      .unique()
      .references(() => checkouts.id),
    ...saleColumns(),
    ...priceColumns(),
    /** Its place among the item's purchases, from 1. The sale's transaction inserts the purchase before it counts it. */
    itemNumber: integer('item_number'),
    platformFeeAmount: minorUnits('platform_fee_amount').notNull(),
    buyerEmail: text('buyer_email').notNull(),
    /** The card's brand and last four digits, for the receipt; null where the provider does not report them. */
    cardBrand: text('card_brand'),
    cardLast4: text('card_last4'),
    /** Keyed hash of what the provider calls the card, for sales with a code. Null where it does not say, and after 400 days. */
    cardFingerprintHash: text('card_fingerprint_hash'),
    /** Where the buyer is, which decides the tax: the business's country, the card's, or else the one that they stated. */
    buyerCountry: country('buyer_country'),
    buyerRegion: text('buyer_region').notNull().default(''),
    /** The country of the card's bank, and what the buyer answered when it differs from the stated one. */
    cardCountry: country('card_country'),
    answeredCountry: country('answered_country'),
    countryAnsweredAt: timestamptz('country_answered_at'),
    /** The tax that the amount includes, its rate, and why it is what it is. The platform fee is taken from the rest. */
    taxTreatment: text('tax_treatment', { enum: taxTreatments }).notNull().default('untaxed'),
    taxRateMillionths: integer('tax_rate_millionths').notNull().default(0),
    /** The same in basis points for the version before; a trigger keeps both equal. Goes with the next release. */
    taxRateBps: integer('tax_rate_bps').notNull().default(0),
    taxAmount: minorUnits('tax_amount').notNull().default(0),
    /** In minor units: refunded, held by disputes, and the fee and the tax returned with them. */
    refundedAmount: minorUnits('refunded_amount').notNull().default(0),
    disputedAmount: minorUnits('disputed_amount').notNull().default(0),
    platformFeeRefundedAmount: minorUnits('platform_fee_refunded_amount').notNull().default(0),
    taxRefundedAmount: minorUnits('tax_refunded_amount').notNull().default(0),
    /** What the creator has of it: the sum of its postings on the creator's balance. */
    netAmount: minorUnits('net_amount').notNull(),
    /** The card provider's fee, once known. */
    providerFeeAmount: minorUnits('provider_fee_amount'),
    paidAt: timestamptz('paid_at').notNull(),
    /**
     * The first release day that the buyer was shown, and when they were told that it is out. Both null for what was delivered
     * at once. In between, and until it is refunded in full, it waits (`purchases_waiting_idx`).
     */
    promisedReleaseAt: timestamptz('promised_release_at'),
    releasedAt: timestamptz('released_at'),
    /** When the sweep verified that the file is available. */
    deliveryVerifiedAt: timestamptz('delivery_verified_at'),
  },
  (table) => [
    index('purchases_delivery_unverified_idx')
      .on(table.paidAt)
      .where(sql`${table.deliveryVerifiedAt} is null`),
    index('purchases_content_id_paid_at_id_idx').on(table.contentId, table.paidAt, table.id),
    index('purchases_paid_at_idx').on(table.paidAt),
    index('purchases_buyer_email_idx').on(sql`lower(${table.buyerEmail})`),
    /**
     * The admin's search by part of the buyer's email. A sale appends to the list of pending entries; a periodic task
     * merges the list, so no sale reaches its limit (16 MB) and merges it.
     */
    index('purchases_buyer_email_search_idx')
      .using('gin', table.buyerEmail.op('gin_trgm_ops'))
      .with({ gin_pending_list_limit: 16_384 }),
    /** The sales with a code. Others have no entry. */
    index('purchases_discount_id_paid_at_id_idx')
      .on(table.discountId, table.paidAt, table.id)
      .where(sql`${table.discountId} is not null`),
    /** Other uses of a code by the same card. */
    index('purchases_card_fingerprint_hash_discount_id_idx')
      .on(table.cardFingerprintHash, table.discountId)
      .where(sql`${table.cardFingerprintHash} is not null`),
    // What was sold and what was free apart: a list of sales must not read what many people got free since.
    index('purchases_sold_idx').on(table.creatorId, table.paidAt, table.id).where(sql`${table.amount} > 0`),
    index('purchases_free_idx').on(table.creatorId, table.paidAt, table.id).where(sql`${table.amount} = 0`),
    /** Search by the beginning of the buyer's email. */
    index('purchases_creator_id_buyer_email_idx').on(
      table.creatorId,
      sql`lower(${table.buyerEmail}) text_pattern_ops`,
      table.paidAt,
      table.id,
    ),
    /** The few sales with reversals, for lists of them. */
    index('purchases_reversed_idx')
      .on(table.creatorId, table.paidAt, table.id)
      .where(sql`${table.refundedAmount} > 0 or ${table.disputedAmount} > 0`),
    index('purchases_waiting_idx')
      .on(table.contentId, table.promisedReleaseAt, table.id)
      .where(isWaiting(table)),
    ...priceChecks('purchases', table),
    check('purchases_item_number_valid', sql`${table.itemNumber} > 0`),
    check('purchases_refunded_amount_valid', sql`${table.refundedAmount} between 0 and ${table.amount}`),
    check(
      'purchases_disputed_amount_valid',
      sql`${table.disputedAmount} between 0 and ${table.amount} - ${table.refundedAmount}`,
    ),
    check(
      'purchases_platform_fee_refunded_amount_valid',
      sql`${table.platformFeeRefundedAmount} between 0 and ${table.platformFeeAmount}`,
    ),
    check(
      'purchases_platform_fee_amount_valid',
      sql`${table.platformFeeAmount} between 0 and ${table.amount}`,
    ),
    taxRateCheck('purchases', table.taxRateMillionths),
    check(
      'purchases_tax_amount_valid',
      sql`${table.taxAmount} between 0 and ${table.amount} - ${table.platformFeeAmount}`,
    ),
    check(
      'purchases_tax_refunded_amount_valid',
      sql`${table.taxRefundedAmount} between 0 and ${table.taxAmount}`,
    ),
    countryCheck('purchases', table.buyerCountry),
    countryCheck('purchases', table.cardCountry),
    countryCheck('purchases', table.answeredCountry),
    currencyCheck('purchases', table.currency),
    ...enumChecks('purchases', table),
  ],
)

/** The purchases of `purchases_waiting_idx`: nobody has told their buyers yet that the item is out. */
export const isWaitingPurchase = isWaiting(purchases)

/** A buyer's access to one item. */
export const accessGrants = pgTable(
  'access_grants',
  {
    purchaseId: id('purchase_id')
      .primaryKey()
      .references(() => purchases.id),
    contentId: id('content_id')
      .notNull()
      .references(() => contentItems.id),
    /** Random. The access token is derived from it and the instance's secret, so neither alone gives access. */
    tokenNonce: text('token_nonce').notNull(),
    /** When the nonce was last replaced: URLs of files that were signed before it are refused. */
    tokenReplacedAt: timestamptz('token_replaced_at'),
    /** When the buyer first saw the content or downloaded its bytes. */
    firstAccessedAt: timestamptz('first_accessed_at'),
    /** When the buyer dismissed the offer to complete a bundle with this item. */
    setOfferDismissedAt: timestamptz('set_offer_dismissed_at'),
    revokedAt: timestamptz('revoked_at'),
    /** Refunds and disputes revoke automatically; a creator or the admin manually, with a reason for the buyer. */
    revocationReason: text('revocation_reason', { enum: ['refund', 'dispute', 'creator', 'admin'] }),
    revocationMessage: text('revocation_message').notNull().default(''),
  },
  (table) => [
    index('access_grants_content_id_idx').on(table.contentId),
    ...enumChecks('access_grants', table),
  ],
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
  (table) => [index('access_links_purchase_id_idx').on(table.purchaseId)],
)

/** Corrections of a purchase's email address. Both addresses are masked; an erasure empties them. */
export const purchaseEmailCorrections = pgTable(
  'purchase_email_corrections',
  {
    id: timeOrderedId(),
    purchaseId: id('purchase_id')
      .notNull()
      .references(() => purchases.id),
    correctedBy: text('corrected_by', { enum: ['buyer', 'admin'] }).notNull(),
    oldEmailMasked: text('old_email_masked').notNull(),
    newEmailMasked: text('new_email_masked').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('purchase_email_corrections_purchase_id_idx').on(table.purchaseId),
    /** The buyer's own correction is possible once. */
    uniqueIndex('purchase_email_corrections_buyer_key')
      .on(table.purchaseId)
      .where(sql`${table.correctedBy} = 'buyer'`),
    ...enumChecks('purchase_email_corrections', table),
  ],
)

/** A creator's test purchase of their own item. No checkout, purchase or posting: it is never counted. */
export const testPurchases = pgTable(
  'test_purchases',
  {
    /** Shown as the order number. */
    id: id('id').$type<OrderNumber>().primaryKey(),
    /** The amount that would have been charged. */
    ...saleColumns(),
    buyerEmail: text('buyer_email').notNull(),
    /** Random, as for an access grant: the token is derived from it and the instance's secret. */
    tokenNonce: text('token_nonce').notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('test_purchases_creator_id_created_at_idx').on(table.creatorId, table.createdAt),
    check('test_purchases_amount_valid', sql`${table.amount} >= 0`),
    currencyCheck('test_purchases', table.currency),
    index('test_purchases_content_id_idx').on(table.contentId),
  ],
)
