import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, timeOrderedId, timestamptz } from './columns.ts'
import { contentItems } from './content.ts'
import { purchases } from './purchases.ts'

/**
 * What a purchase has of an item with license keys: one key, which a new one replaces in this row. Whether it works is not
 * stored beside its own end: access to the purchase decides it.
 */
export const licenses = pgTable(
  'licenses',
  {
    id: timeOrderedId(),
    purchaseId: id('purchase_id')
      .notNull()
      .references(() => purchases.id),
    /** That of the purchase, or one of its bundle's. */
    contentId: id('content_id')
      .notNull()
      .references(() => contentItems.id),
    creatorId: text('creator_id').notNull(),
    /** As its buyer sees it. */
    key: text('key').notNull(),
    /** SHA-256 of what `normalizeLicenseKey` makes of it. */
    keyHash: text('key_hash').notNull(),
    issuedAt: timestamptz('issued_at').notNull(),
    /** When the buyer replaced it last. */
    replacedAt: timestamptz('replaced_at'),
    expiresAt: timestamptz('expires_at'),
    /** When and why its creator ended it. The buyer sees the reason. */
    revokedAt: timestamptz('revoked_at'),
    revocationMessage: text('revocation_message').notNull().default(''),
  },
  (table) => [
    unique('licenses_purchase_id_content_id_key').on(table.purchaseId, table.contentId),
    unique('licenses_content_id_key_hash_key').on(table.contentId, table.keyHash),
    index('licenses_creator_id_idx').on(table.creatorId, table.id),
    check('licenses_expires_at_valid', sql`${table.expiresAt} > ${table.issuedAt}`),
  ],
)

/** A device on which a key is used. It takes one of the key's places until it is released. */
export const licenseActivations = pgTable(
  'license_activations',
  {
    id: timeOrderedId(),
    licenseId: id('license_id')
      .notNull()
      .references(() => licenses.id),
    /** SHA-256 of what the app calls its device. */
    fingerprintHash: text('fingerprint_hash').notNull(),
    /** What its owner knows it by. */
    label: text('label').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    lastSeenAt: timestamptz('last_seen_at').notNull(),
    releasedAt: timestamptz('released_at'),
  },
  (table) => [
    uniqueIndex('license_activations_license_id_fingerprint_hash_key')
      .on(table.licenseId, table.fingerprintHash)
      .where(sql`${table.releasedAt} is null`),
    index('license_activations_license_id_idx').on(table.licenseId),
    index('license_activations_released_at_idx')
      .on(table.releasedAt)
      .where(sql`${table.releasedAt} is not null`),
  ],
)

/**
 * The license keys of a creator's own list. Each is sold once, also after a refund, because its buyer has read it. How many are
 * left is counted in `counters`, of which `max` is the number of rows here that are not retired.
 */
export const licensePool = pgTable(
  'license_pool',
  {
    id: timeOrderedId(),
    contentId: id('content_id')
      .notNull()
      .references(() => contentItems.id),
    creatorId: text('creator_id').notNull(),
    key: text('key').notNull(),
    /** As in `licenses`: no two keys of an item are the same to its app. */
    keyHash: text('key_hash').notNull(),
    addedAt: timestamptz('added_at').notNull(),
    /** Who has it; null while it is unused. */
    purchaseId: id('purchase_id').references(() => purchases.id),
    takenAt: timestamptz('taken_at'),
    /** When its buyer got another one in its place. */
    retiredAt: timestamptz('retired_at'),
  },
  (table) => [
    unique('license_pool_content_id_key_hash_key').on(table.contentId, table.keyHash),
    index('license_pool_unused_idx').on(table.contentId, table.id).where(sql`${table.purchaseId} is null`),
    index('license_pool_purchase_id_idx').on(table.purchaseId).where(sql`${table.purchaseId} is not null`),
    index('license_pool_creator_id_idx').on(table.creatorId, table.id),
    check('license_pool_taken_at_valid', sql`(${table.takenAt} is null) = (${table.purchaseId} is null)`),
  ],
)

/**
 * A purchase that has paid for a key while the list had none. It gets the next one that its creator adds; after 72 hours it is
 * refunded.
 */
export const licenseWaits = pgTable(
  'license_waits',
  {
    id: timeOrderedId(),
    purchaseId: id('purchase_id')
      .notNull()
      .references(() => purchases.id),
    contentId: id('content_id')
      .notNull()
      .references(() => contentItems.id),
    creatorId: text('creator_id').notNull(),
    since: timestamptz('since').notNull(),
  },
  (table) => [
    unique('license_waits_purchase_id_content_id_key').on(table.purchaseId, table.contentId),
    index('license_waits_content_id_idx').on(table.contentId, table.id),
  ],
)
