import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { currency, currencyCheck, enumChecks, id, minorUnits, timeOrderedId, timestamptz } from './columns.ts'
import { contentItems } from './content.ts'
import { users } from './people.ts'

/** A creator's codes. A deleted one stays for the sales that it reduced. How often it may be used is in `counters`. */
export const discounts = pgTable(
  'discounts',
  {
    id: timeOrderedId(),
    creatorId: text('creator_id')
      .notNull()
      .references(() => users.id),
    /** As `normalizeCode` returns it. */
    code: text('code').notNull(),
    kind: text('kind', { enum: ['percent', 'amount'] }).notNull(),
    /** Basis points of the price, for `percent`; minor units, for `amount`. */
    percentBps: integer('percent_bps'),
    amount: minorUnits('amount'),
    currency: currency(),
    appliesTo: text('applies_to', { enum: ['all', 'chosen'] }).notNull(),
    startsAt: timestamptz('starts_at'),
    /** Exclusive: the first moment at which it does not work. */
    endsAt: timestamptz('ends_at'),
    /** The creator's time zone, in which sentences name the days of start and end. */
    timeZone: text('time_zone').notNull(),
    /** The codes that were made together have one batch, and its name. */
    batchId: id('batch_id'),
    batchLabel: text('batch_label').notNull().default(''),
    /** How often one buyer may use it; null for no limit. */
    maxPerBuyer: integer('max_per_buyer'),
    /** Only for who has bought nothing of the creator yet. */
    firstPurchaseOnly: boolean('first_purchase_only').notNull().default(false),
    createdAt: timestamptz('created_at').notNull(),
    pausedAt: timestamptz('paused_at'),
    deletedAt: timestamptz('deleted_at'),
  },
  (table) => [
    uniqueIndex('discounts_creator_id_code_key')
      .on(table.creatorId, table.code)
      .where(sql`${table.deletedAt} is null`),
    index('discounts_creator_id_created_at_idx').on(table.creatorId, table.createdAt),
    index('discounts_batch_id_idx').on(table.batchId).where(sql`${table.batchId} is not null`),
    check('discounts_code_valid', sql`${table.code} ~ '^[A-Z0-9_-]{3,40}$'`),
    check(
      'discounts_value_valid',
      sql`case ${table.kind} when 'percent' then ${table.percentBps} between 1 and 10000 and ${table.amount} is null
        else ${table.amount} > 0 and ${table.percentBps} is null end`,
    ),
    check('discounts_max_per_buyer_valid', sql`${table.maxPerBuyer} between 1 and 100`),
    currencyCheck('discounts', table.currency),
    check('discounts_ends_at_valid', sql`${table.endsAt} > ${table.startsAt}`),
    ...enumChecks('discounts', table),
  ],
)

/** The items of a code that applies to chosen ones. */
export const discountItems = pgTable(
  'discount_items',
  {
    discountId: id('discount_id')
      .notNull()
      .references(() => discounts.id),
    contentId: id('content_id')
      .notNull()
      .references(() => contentItems.id),
  },
  (table) => [
    primaryKey({ columns: [table.discountId, table.contentId] }),
    index('discount_items_content_id_idx').on(table.contentId),
  ],
)

/** What is counted: the uses of a code, the copies of an item, and the license keys of its creator's list. */
const countedKinds = ['code', 'keys', 'stock'] as const

/**
 * How much of something limited is used and how much running payments hold. Locked after everything else that a sale
 * locks (docs/adding-a-feature.md).
 */
export const counters = pgTable(
  'counters',
  {
    kind: text('kind', { enum: countedKinds }).notNull(),
    subjectId: id('subject_id').notNull(),
    creatorId: text('creator_id').notNull(),
    used: integer('used').notNull().default(0),
    reserved: integer('reserved').notNull().default(0),
    /** Null for no limit. */
    max: integer('max'),
    /** What the used ones were sold for, in minor units. */
    soldAmount: minorUnits('sold_amount').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.subjectId] }),
    check('counters_used_valid', sql`${table.used} >= 0`),
    check('counters_reserved_valid', sql`${table.reserved} >= 0`),
    check('counters_max_valid', sql`${table.used} + ${table.reserved} <= ${table.max}`),
    ...enumChecks('counters', table),
  ],
)

/** One of a counter, for a checkout: held while it may be paid, used by its sale, released after its end or a full refund. */
export const reservations = pgTable(
  'reservations',
  {
    id: timeOrderedId(),
    kind: text('kind', { enum: countedKinds }).notNull(),
    subjectId: id('subject_id').notNull(),
    checkoutId: id('checkout_id').notNull(),
    state: text('state', { enum: ['held', 'used', 'released'] }).notNull(),
    /** From then on it is taken back when somebody else needs it and the provider cancels the payment. */
    heldUntil: timestamptz('held_until').notNull(),
  },
  (table) => [
    foreignKey({
      columns: [table.kind, table.subjectId],
      foreignColumns: [counters.kind, counters.subjectId],
    }),
    uniqueIndex('reservations_kind_subject_id_checkout_id_key').on(
      table.kind,
      table.subjectId,
      table.checkoutId,
    ),
    index('reservations_checkout_id_idx').on(table.checkoutId),
    index('reservations_held_idx')
      .on(table.kind, table.subjectId, table.heldUntil)
      .where(sql`${table.state} = 'held'`),
    ...enumChecks('reservations', table),
  ],
)

/** Addresses that get one email when there are copies of a sold-out item again. Sending it deletes the row. */
export const copyRequests = pgTable(
  'copy_requests',
  {
    id: timeOrderedId(),
    contentId: id('content_id')
      .notNull()
      .references(() => contentItems.id),
    email: text('email').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [unique('copy_requests_content_id_email_key').on(table.contentId, table.email)],
)

/** Each price of an item and when it began. A struck price is the lowest of the last 30 days. */
export const contentPrices = pgTable(
  'content_prices',
  {
    id: timeOrderedId(),
    contentId: id('content_id')
      .notNull()
      .references(() => contentItems.id),
    creatorId: text('creator_id').notNull(),
    amount: minorUnits('amount').notNull(),
    fromAt: timestamptz('from_at').notNull(),
  },
  (table) => [index('content_prices_content_id_from_at_idx').on(table.contentId, table.fromAt)],
)
