import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { id, timestamptz } from './columns.ts'
import { contentItems } from './content.ts'

/** Files on their way, or here and in no item yet. The row is written before the first byte, so that nothing arrives unknown. */
export const uploads = pgTable(
  'uploads',
  {
    id: text('id').primaryKey(),
    creatorId: text('creator_id')
      .notNull()
      .references(() => users.id),
    /** Where the file store keeps it once all of it is there. */
    key: text('key').notNull().unique(),
    name: text('name').notNull(),
    sizeBytes: id('size_bytes').notNull(),
    /** What the file store must know to go on; its own words. */
    storeState: text('store_state').notNull().default(''),
    /** Grows with whoever takes the upload over: one who lost its connection, and does not know yet, writes no more. */
    fencingToken: integer('fencing_token').notNull().default(0),
    /** Hex; set once all bytes are there. */
    sha256: text('sha256'),
    /** The item that took it. */
    contentId: id('content_id').references(() => contentItems.id),
    createdAt: timestamptz('created_at').notNull(),
    lastActivityAt: timestamptz('last_activity_at').notNull(),
  },
  (table) => [
    index('uploads_creator').on(table.creatorId, table.createdAt),
    index('uploads_open').on(table.creatorId).where(sql`${table.contentId} is null`),
    index('uploads_touched').on(table.lastActivityAt),
    index('uploads_content_id').on(table.contentId),
  ],
)

/**
 * What each creator stores: a rollup that triggers keep with every write of files, uploads and contents; recomputable from
 * them (view `creator_storage_summed`). Its row also serializes the writes that a quota limits.
 */
export const creatorStorage = pgTable('creator_storage', {
  creatorId: text('creator_id')
    .primaryKey()
    .references(() => users.id),
  /** Bytes of files, until they are removed from the store. */
  storedBytes: id('stored_bytes').notNull(),
  /** Bytes announced by uploads that no item has taken. */
  openBytes: id('open_bytes').notNull(),
  /** Items that are not deleted, drafts too. */
  itemCount: integer('item_count').notNull(),
})
