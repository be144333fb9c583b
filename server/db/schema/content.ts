import { sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { categories } from '../../../contract/content-enums.ts'
import { users } from './accounts.ts'
import { cents, enumChecks, id, timestamptz } from './columns.ts'

/** Stored bytes: the name is the creator's, the key ours. */
export const files = pgTable(
  'files',
  {
    id: id('id').primaryKey(),
    key: text('key').notNull().unique(),
    /** Whose storage it takes up; null for files that were replaced before this was kept. */
    creatorId: text('creator_id').references(() => users.id),
    name: text('name').notNull(),
    size: id('size').notNull(),
    type: text('type').notNull(),
    sha256: text('sha256').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    /** Since when nothing leads to it any more; its bytes go once no signed address can lead to them either. */
    retiredAt: timestamptz('retired_at'),
  },
  (table) => [
    index('files_creator_id').on(table.creatorId),
    index('files_retired').on(table.retiredAt).where(sql`${table.retiredAt} is not null`),
  ],
)

const notDeleted = (table: { deletedAt: AnyPgColumn }) => sql`${table.deletedAt} is null`

/** Items for sale. `version` grows with every change, so that pages can be cached by it. */
export const contents = pgTable(
  'contents',
  {
    id: id('id').primaryKey(),
    creatorId: text('creator_id')
      .notNull()
      .references(() => users.id),
    kind: text('kind', { enum: ['file', 'link', 'text'] }).notNull(),
    status: text('status', { enum: ['published', 'draft'] }).notNull(),
    title: text('title').notNull(),
    description: text('description').notNull(),
    pricingModel: text('pricing_model', { enum: ['fixed', 'pay_what_you_want'] }).notNull(),
    price: cents('price').notNull(),
    currency: text('currency').notNull(),
    category: text('category', {
      enum: categories,
    }).notNull(),
    accessType: text('access_type', { enum: ['download', 'view', 'stream', 'link'] }).notNull(),
    fileId: id('file_id').references(() => files.id),
    linkUrl: text('link_url'),
    textContent: text('text_content'),
    previewKey: text('preview_key'),
    /** Cents: the amounts a creator suggests; null for the default ones. */
    suggestedAmounts: jsonb('chips').$type<Array<number>>(),
    /** The tip page names those who paid and did not ask to stay private. */
    showSupporters: boolean('show_supporters').notNull().default(false),
    version: integer('version').notNull().default(1),
    createdAt: timestamptz('created_at').notNull(),
    updatedAt: timestamptz('updated_at').notNull(),
    deletedAt: timestamptz('deleted_at'),
    /** An administrator took it off sale, and why; `removedAt` when its buyers' access was closed too. */
    heldAt: timestamptz('held_at'),
    heldReason: text('held_reason').notNull().default(''),
    removedAt: timestamptz('removed_at'),
  },
  (table) => [
    index('contents_creator').on(table.creatorId, table.createdAt),
    // The dashboard's list: its orders, and its counts by category, each read from an index alone.
    index('contents_shelf').on(table.creatorId, table.createdAt, table.id).where(notDeleted(table)),
    index('contents_prices').on(table.creatorId, table.price, table.id).where(notDeleted(table)),
    index('contents_categories').on(table.creatorId, table.category).where(notDeleted(table)),
    index('contents_file').on(table.fileId),
    check('contents_price', sql`${table.price} >= 0`),
    ...enumChecks('contents', table),
  ],
)

/** What an item has sold: a rollup kept in the transaction of each sale and refund; recomputable from purchases. */
export const contentTotals = pgTable('content_totals', {
  contentId: id('content_id')
    .primaryKey()
    .references(() => contents.id),
  tips: integer('tips').notNull(),
  unlocks: integer('unlocks').notNull(),
  earned: cents('earned').notNull(),
  /** Visitors, each counted once a day. */
  views: integer('views').notNull().default(0),
})
