import { sql } from 'drizzle-orm'
import { index, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { timestamptz } from './columns.ts'
import { timeOrderedId } from './ids.ts'

/** Email addresses that follow a creator. They receive no updates before they are confirmed. */
export const followers = pgTable(
  'followers',
  {
    id: timeOrderedId(),
    creatorId: text('creator_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    confirmedAt: timestamptz('confirmed_at'),
    unsubscribedAt: timestamptz('unsubscribed_at'),
  },
  (table) => [
    unique('followers_creator_id_email_key').on(table.creatorId, table.email),
    index('followers_confirmed_idx')
      .on(table.creatorId, table.id)
      .where(sql`${table.confirmedAt} is not null and ${table.unsubscribedAt} is null`),
  ],
)
