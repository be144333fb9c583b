import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { bigInteger, id, timestamptz } from './columns.ts'
import { contentItems } from './content.ts'

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
    /** Hex; null until the upload is complete. */
    sha256: text('sha256'),
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
