import { pgTable } from 'drizzle-orm/pg-core'
import { id, timestamptz } from './columns.ts'
import { files } from './content.ts'

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
