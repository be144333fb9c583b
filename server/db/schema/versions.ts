import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, timeOrderedId, timestamptz } from './columns.ts'
import { contentItems } from './content.ts'

/** What creators tell the buyers of an item about a change. */
export const contentVersions = pgTable(
  'content_versions',
  {
    id: timeOrderedId(),
    contentId: id('content_id')
      .notNull()
      .references(() => contentItems.id),
    /** What the creator calls the version; empty for none. */
    number: text('number').notNull().default(''),
    notes: text('notes').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    /** When it was decided that buyers are emailed about it; null when they are not. */
    emailedAt: timestamptz('emailed_at'),
  },
  (table) => [
    index('content_versions_content_id_id_idx').on(table.contentId, table.id),
    index('content_versions_emailed_idx')
      .on(table.contentId, table.emailedAt)
      .where(sql`${table.emailedAt} is not null`),
    check('content_versions_number_valid', sql`length(${table.number}) <= 40`),
    check('content_versions_notes_valid', sql`length(${table.notes}) between 1 and 2000`),
  ],
)

/** Buyers' addresses, in lower case, that get no emails about updates of an item. */
export const contentUpdateOptOuts = pgTable(
  'content_update_opt_outs',
  {
    contentId: id('content_id')
      .notNull()
      .references(() => contentItems.id),
    email: text('email').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.contentId, table.email] }),
    index('content_update_opt_outs_email_idx').on(table.email),
  ],
)
