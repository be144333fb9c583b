import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { type Category, pricingModels } from '../../../contract/content.ts'
import { partKinds } from '../../../contract/parts.ts'
import { holds } from '../../../domain/part-kinds.ts'
import {
  bigInteger,
  currency,
  currencyCheck,
  enumChecks,
  id,
  minorUnits,
  timeOrderedId,
  timestamptz,
} from './columns.ts'
import { users } from './people.ts'

/** The part of an item that its creator shows before payment: words of a text, pages of a PDF, or seconds of a recording. */
export type TeaserOptions = { words?: number; pages?: number; startSecond?: number; seconds?: number }

/** Stored files: the name is the creator's, the key ours. */
export const files = pgTable(
  'files',
  {
    id: timeOrderedId(),
    key: text('key').notNull().unique(),
    /** The creator whose quota the file counts against; null for files without a quota. */
    creatorId: text('creator_id').references(() => users.id),
    name: text('name').notNull(),
    sizeBytes: bigInteger('size_bytes').notNull(),
    mimeType: text('mime_type').notNull(),
    /** In hex. */
    sha256: text('sha256').notNull(),
    /** As ZIP archives have it: unsigned, so that it needs more than 32 bits here. */
    crc32: bigInteger('crc32').notNull(),
    /** Of a recording: how long it is, and of sound its waveform (`domain/waveform.ts`). Null until it is measured. */
    durationMs: integer('duration_ms'),
    peaks: text('peaks'),
    createdAt: timestamptz('created_at').notNull(),
    /** Since when no item references the file. Its bytes are removed once all signed URLs have expired. */
    unreferencedSince: timestamptz('unreferenced_since'),
  },
  (table) => [
    index('files_creator_id_idx').on(table.creatorId),
    index('files_unreferenced_idx')
      .on(table.unreferencedSince)
      .where(sql`${table.unreferencedSince} is not null`),
  ],
)

const notDeleted = (table: { deletedAt: AnyPgColumn }) => sql`${table.deletedAt} is null`

/** Items for sale. `version` increases with every change, so that pages can be cached by it. */
export const contentItems = pgTable(
  'content_items',
  {
    id: id('id').primaryKey(),
    creatorId: text('creator_id')
      .notNull()
      .references(() => users.id),
    status: text('status', { enum: ['published', 'draft'] }).notNull(),
    title: text('title').notNull(),
    /** The last part of its address, of `item_addresses`; null until it is published first. */
    slug: text('slug'),
    description: text('description').notNull(),
    pricingModel: text('pricing_model', { enum: pricingModels }).notNull(),
    priceAmount: minorUnits('price_amount').notNull(),
    currency: currency(),
    /** The id of a category of the instance settings. */
    category: text('category').$type<Category>().notNull(),
    previewImageKey: text('preview_image_key'),
    /** In minor units: the suggested amounts; null for the default ones. */
    suggestedAmounts: jsonb('suggested_amounts').$type<Array<number>>(),
    /** Whether the tip page lists supporters who did not choose privacy. */
    showSupporters: boolean('show_supporters').notNull().default(false),
    /** Whether the tip page shows what the item earned. */
    showEarnings: boolean('show_earnings').notNull().default(true),
    /** In minor units: fills the field of a pay-what-you-want item; null leaves it empty. */
    suggestedAmount: minorUnits('suggested_amount'),
    /** Shown to buyers after payment; empty for the creator's default. */
    thankYouNote: text('thank_you_note').notNull().default(''),
    /** The lines of the "What's inside" list. */
    whatsInside: jsonb('whats_inside').$type<Array<string>>().notNull().default([]),
    /** The point of the preview image that stays visible when it is cropped, in percent from the left and the top. */
    previewFocusX: integer('preview_focus_x').notNull().default(50),
    previewFocusY: integer('preview_focus_y').notNull().default(50),
    /** How the drawn cover looks; null for the pond by the item's id. */
    pondSeed: integer('pond_seed'),
    /** How much of the item its teaser shows, chosen by the creator; null for no teaser. */
    teaserOptions: jsonb('teaser_options').$type<TeaserOptions>(),
    teaserStatus: text('teaser_status', { enum: ['none', 'pending', 'making', 'ready', 'failed'] })
      .notNull()
      .default('none'),
    /** Why the teaser could not be made, as a sentence for the creator. */
    teaserError: text('teaser_error').notNull().default(''),
    /** A bundle has other items (`bundle_items`) and no parts of its own. */
    isBundle: boolean('is_bundle').notNull().default(false),
    /** Whether who owns some items of a bundle may pay for the rest only. */
    offersCompletion: boolean('offers_completion').notNull().default(false),
    /** Whether a free item asks for an email address, for its link. */
    asksForEmail: boolean('asks_for_email').notNull().default(false),
    /** Whether the tip page of a free item says how many people have it. */
    showsFreeCount: boolean('shows_free_count').notNull().default(true),
    /** Until when a free item is given to nobody, after too many wanted it. */
    freePausedUntil: timestamptz('free_paused_until'),
    /** Whether the tip page always says how many copies are left, not only when few are. Their number is in `counters`. */
    showsCopiesLeft: boolean('shows_copies_left').notNull().default(false),
    /** When buyers get it, null for at once, and the time zone in which the day is named. */
    releaseAt: timestamptz('release_at'),
    releaseTimeZone: text('release_time_zone').notNull().default(''),
    /** Whether the checkout asks for a tip on top of the fixed price. */
    offersTip: boolean('offers_tip').notNull().default(false),
    /** The item whose owners pay only `upgradeAmount` for this one. */
    upgradeFromId: id('upgrade_from_id').references((): AnyPgColumn => contentItems.id),
    upgradeAmount: minorUnits('upgrade_amount'),
    /** License keys: ours or of a list (`license_pool`), how they begin, on how many devices and days they work; null for no limit. */
    licenseMode: text('license_mode', { enum: ['none', 'made', 'pool'] })
      .notNull()
      .default('none'),
    licensePrefix: text('license_prefix').notNull().default(''),
    maxActivations: integer('max_activations'),
    licenseValidDays: integer('license_valid_days'),
    version: integer('version').notNull().default(1),
    createdAt: timestamptz('created_at').notNull(),
    updatedAt: timestamptz('updated_at').notNull(),
    deletedAt: timestamptz('deleted_at'),
    /** When and why an admin took it down, and when its buyers' access was revoked too. */
    takenDownAt: timestamptz('taken_down_at'),
    takedownReason: text('takedown_reason').notNull().default(''),
    buyerAccessRevokedAt: timestamptz('buyer_access_revoked_at'),
  },
  (table) => [
    index('content_items_creator_id_created_at_idx').on(table.creatorId, table.createdAt),
    // The dashboard's list: its sort orders and counts by category, each as an index-only scan.
    index('content_items_newest_idx').on(table.creatorId, table.createdAt, table.id).where(notDeleted(table)),
    index('content_items_price_amount_idx')
      .on(table.creatorId, table.priceAmount, table.id)
      .where(notDeleted(table)),
    index('content_items_category_idx').on(table.creatorId, table.category).where(notDeleted(table)),
    // Published items that have no address yet, which a sweep names.
    index('content_items_unnamed_idx')
      .on(table.id)
      .where(sql`${table.slug} is null and ${table.status} = 'published' and ${table.deletedAt} is null`),
    index('content_items_upgrade_from_id_idx').on(table.upgradeFromId),
    index('content_items_release_at_idx').on(table.releaseAt).where(sql`${table.releaseAt} is not null`),
    check('content_items_price_amount_valid', sql`${table.priceAmount} >= 0`),
    check('content_items_free_valid', sql`${table.pricingModel} <> 'free' or ${table.priceAmount} = 0`),
    check(
      'content_items_upgrade_amount_valid',
      sql`case when ${table.upgradeFromId} is null then ${table.upgradeAmount} is null else ${table.upgradeAmount} > 0 end`,
    ),
    check('content_items_license_prefix_valid', sql`${table.licensePrefix} ~ '^[A-Z0-9]{0,8}$'`),
    check('content_items_max_activations_valid', sql`${table.maxActivations} between 1 and 1000`),
    check('content_items_license_valid_days_valid', sql`${table.licenseValidDays} between 1 and 3650`),
    check('content_items_suggested_amount_valid', sql`${table.suggestedAmount} > 0`),
    check(
      'content_items_preview_focus_valid',
      sql`${table.previewFocusX} between 0 and 100 and ${table.previewFocusY} between 0 and 100`,
    ),
    check('content_items_pond_seed_valid', sql`${table.pondSeed} between 0 and 65535`),
    currencyCheck('content_items', table.currency),
    check('content_items_category_valid', sql`${table.category} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`),
    ...enumChecks('content_items', table),
  ],
)

/**
 * The names of a creator's items in their addresses, also former ones: they lead to the item, and no other item can take
 * them before it is deleted.
 */
export const itemAddresses = pgTable(
  'item_addresses',
  {
    creatorId: text('creator_id')
      .notNull()
      .references(() => users.id),
    slug: text('slug').notNull(),
    contentId: id('content_id')
      .notNull()
      .references(() => contentItems.id),
  },
  (table) => [
    primaryKey({ columns: [table.creatorId, table.slug] }),
    index('item_addresses_content_id_idx').on(table.contentId),
  ],
)

function kindsHolding(what: 'file' | 'url') {
  const names = partKinds.filter((kind) => holds(kind, what)).map((kind) => `'${kind}'`)
  return sql.raw(names.join(', '))
}

/**
 * What buyers of an item get, in the creator's order. A removed part has no position: its buyers keep it. The key of
 * content_id and position is in 0001_triggers.sql, because it is deferrable.
 */
export const contentParts = pgTable(
  'content_parts',
  {
    id: timeOrderedId(),
    contentId: id('content_id')
      .notNull()
      .references(() => contentItems.id),
    /** From 1. */
    position: integer('position'),
    kind: text('kind', { enum: partKinds }).notNull(),
    name: text('name').notNull().default(''),
    section: text('section').notNull().default(''),
    /** Null while a draft has no file yet. */
    fileId: id('file_id').references(() => files.id),
    url: text('url'),
    text: text('text'),
    access: text('access', { enum: ['download', 'view', 'stream', 'link'] }).notNull(),
    addedAt: timestamptz('added_at').notNull(),
    removedAt: timestamptz('removed_at'),
  },
  (table) => [
    index('content_parts_content_id_idx').on(table.contentId),
    index('content_parts_file_id_idx').on(table.fileId),
    check(
      'content_parts_position_valid',
      sql`case when ${table.removedAt} is null then ${table.position} is not null and ${table.position} between 1 and 100 else ${table.position} is null end`,
    ),
    check(
      'content_parts_value_valid',
      sql`case
        when ${table.kind} in (${kindsHolding('file')}) then ${table.url} is null and ${table.text} is null
        when ${table.kind} in (${kindsHolding('url')}) then ${table.url} is not null and ${table.fileId} is null and ${table.text} is null
        else ${table.text} is not null and ${table.fileId} is null and ${table.url} is null
      end`,
    ),
    ...enumChecks('content_parts', table),
  ],
)

/** The items of a bundle, in the creator's order. A removed one has no position: who bought the bundle before keeps it. */
export const bundleItems = pgTable(
  'bundle_items',
  {
    bundleId: id('bundle_id')
      .notNull()
      .references(() => contentItems.id),
    contentId: id('content_id')
      .notNull()
      .references(() => contentItems.id),
    position: integer('position'),
    addedAt: timestamptz('added_at').notNull(),
    removedAt: timestamptz('removed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.bundleId, table.contentId] }),
    index('bundle_items_content_id_idx').on(table.contentId),
    check(
      'bundle_items_position_valid',
      sql`case when ${table.removedAt} is null then ${table.position} is not null and ${table.position} between 1 and 50 else ${table.position} is null end`,
    ),
  ],
)

/**
 * An item's sales: a rollup kept in the transaction of each sale and refund; recomputable from purchases. A trigger
 * inserts the row with the item.
 */
export const contentRollups = pgTable(
  'content_rollups',
  {
    contentId: id('content_id')
      .primaryKey()
      .references(() => contentItems.id),
    creatorId: text('creator_id').notNull(),
    saleCount: integer('sale_count').notNull(),
    purchaseCount: integer('purchase_count').notNull(),
    netAmount: minorUnits('net_amount').notNull(),
    /** How many have it free. They are no purchases. */
    freeCount: integer('free_count').notNull().default(0),
    /** Visitors, each counted once a day. */
    viewCount: integer('view_count').notNull().default(0),
    /** The item's creation time, kept by triggers; null once the item is deleted. */
    listedAt: timestamptz('listed_at'),
  },
  (table) => [
    // The dashboard's list by sales and by earnings.
    index('content_rollups_sale_count_idx')
      .on(table.creatorId, table.saleCount, table.listedAt, table.contentId)
      .where(sql`${table.listedAt} is not null`),
    index('content_rollups_net_amount_idx')
      .on(table.creatorId, table.netAmount, table.listedAt, table.contentId)
      .where(sql`${table.listedAt} is not null`),
  ],
)

/** The parts of items that anyone may see before paying: pictures, pages, a text or a sample, in their order. */
export const teaserParts = pgTable(
  'teaser_parts',
  {
    id: timeOrderedId(),
    contentId: id('content_id')
      .notNull()
      .references(() => contentItems.id),
    creatorId: text('creator_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind', { enum: ['picture', 'page', 'text', 'audio', 'video'] }).notNull(),
    position: integer('position').notNull(),
    /** Of the stored bytes; null for a text. */
    key: text('key'),
    mimeType: text('mime_type').notNull(),
    sizeBytes: bigInteger('size_bytes').notNull(),
    text: text('text').notNull().default(''),
    width: integer('width'),
    height: integer('height'),
    durationMs: integer('duration_ms'),
    /** Of the whole recording that a sample was cut from, and where in it the sample begins. */
    recordingDurationMs: integer('recording_duration_ms'),
    startMs: integer('start_ms'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    unique('teaser_parts_content_id_kind_position_key').on(table.contentId, table.kind, table.position),
    index('teaser_parts_creator_id_idx').on(table.creatorId),
    ...enumChecks('teaser_parts', table),
  ],
)

/** Files that the store did not have, or not whole, on request. Once that is certain, their buyers are refunded. */
export const missingFiles = pgTable('missing_files', {
  fileId: id('file_id')
    .primaryKey()
    .references(() => files.id, { onDelete: 'cascade' }),
  missingSince: timestamptz('missing_since').notNull(),
  confirmedMissingAt: timestamptz('confirmed_missing_at'),
  /** When the stored bytes last had the right size and the wrong hash. */
  damageFoundAt: timestamptz('damage_found_at'),
})

/**
 * Uploads, unfinished or not used by an item yet. The row is inserted before the first byte is stored, so that all
 * stored bytes have a row.
 */
export const uploads = pgTable(
  'uploads',
  {
    id: text('id').primaryKey(),
    creatorId: text('creator_id')
      .notNull()
      .references(() => users.id),
    /** The file's final key in the store. */
    key: text('key').notNull().unique(),
    name: text('name').notNull(),
    sizeBytes: bigInteger('size_bytes').notNull(),
    /** The file store's own state for resuming. */
    storeState: text('store_state').notNull().default(''),
    /**
     * Increases with each request that takes the upload over, so that an earlier request with a dead connection
     * writes no more.
     */
    fencingToken: integer('fencing_token').notNull().default(0),
    /** Hex; null until the upload is complete, as the next. */
    sha256: text('sha256'),
    crc32: bigInteger('crc32'),
    /** The item that uses it. */
    contentId: id('content_id').references(() => contentItems.id),
    createdAt: timestamptz('created_at').notNull(),
    lastActivityAt: timestamptz('last_activity_at').notNull(),
  },
  (table) => [
    index('uploads_creator_id_created_at_idx').on(table.creatorId, table.createdAt),
    index('uploads_open_idx').on(table.creatorId).where(sql`${table.contentId} is null`),
    index('uploads_last_activity_at_idx').on(table.lastActivityAt),
    index('uploads_content_id_idx').on(table.contentId),
  ],
)

/**
 * A creator's storage: a rollup that triggers keep with every write of files, uploads and items; recomputable from
 * them. Its row also serializes the writes that a quota limits.
 */
export const creatorStorage = pgTable('creator_storage', {
  creatorId: text('creator_id')
    .primaryKey()
    .references(() => users.id),
  /** Bytes of files, until they are removed from the store. */
  storedBytes: bigInteger('stored_bytes').notNull(),
  /** Bytes announced by unfinished or unused uploads. */
  openBytes: bigInteger('open_bytes').notNull(),
  /** Items that are not deleted, including drafts. */
  itemCount: integer('item_count').notNull(),
})
