import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { id, timeOrderedId, timestamptz } from './columns.ts'
import { users } from './people.ts'

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
    /** When the last email about new items was enqueued. */
    lastUpdateAt: timestamptz('last_update_at'),
    /** When the items that wait are emailed; null when none wait. */
    nextUpdateAt: timestamptz('next_update_at'),
  },
  (table) => [
    unique('followers_creator_id_email_key').on(table.creatorId, table.email),
    index('followers_confirmed_idx')
      .on(table.creatorId, table.id)
      .where(sql`${table.confirmedAt} is not null and ${table.unsubscribedAt} is null`),
    index('followers_next_update_idx').on(table.nextUpdateAt).where(sql`${table.nextUpdateAt} is not null`),
  ],
)

/** The items that a follower is told about, each once. They wait while `emailId` is null. */
export const followerUpdateItems = pgTable(
  'follower_update_items',
  {
    followerId: bigint('follower_id', { mode: 'number' })
      .notNull()
      .references(() => followers.id, { onDelete: 'cascade' }),
    contentId: id('content_id').notNull(),
    /** The delivery of the email that lists the item. */
    emailId: bigint('email_id', { mode: 'number' }),
  },
  (table) => [
    primaryKey({ columns: [table.followerId, table.contentId] }),
    index('follower_update_items_email_id_idx').on(table.emailId).where(sql`${table.emailId} is not null`),
  ],
)
