import { boolean, index, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { legalPageNames } from '../../../contract/legal-page-names.ts'
import { enumChecks, id, timestamptz } from './columns.ts'
import { contentItems } from './content.ts'
import { timeOrderedId } from './ids.ts'

/** Settings that an admin has changed; the others have their default (contract/instance-settings.ts). */
export const instanceSettings = pgTable('instance_settings', {
  key: text('key').primaryKey(),
  value: jsonb('value').$type<unknown>(),
  changedByEmail: text('changed_by_email').notNull(),
  changedAt: timestamptz('changed_at').notNull(),
})

/** Every version of the legal pages. Append-only: a trigger rejects update, delete and truncate. */
export const legalPageVersions = pgTable(
  'legal_page_versions',
  {
    id: timeOrderedId(),
    page: text('page', { enum: legalPageNames }).notNull(),
    markdown: text('markdown').notNull(),
    publishedByEmail: text('published_by_email').notNull(),
    publishedAt: timestamptz('published_at').notNull(),
  },
  (table) => [
    index('legal_page_versions_page_id_idx').on(table.page, table.id),
    ...enumChecks('legal_page_versions', table),
  ],
)

/** Email addresses that may create an account while sign-up is by invitation. */
export const signUpInvitations = pgTable(
  'sign_up_invitations',
  {
    id: timeOrderedId(),
    /** Lower case. */
    email: text('email').notNull(),
    invitedByEmail: text('invited_by_email').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    /** When an account was created with it. */
    acceptedAt: timestamptz('accepted_at'),
  },
  (table) => [
    unique('sign_up_invitations_email_key').on(table.email),
    index('sign_up_invitations_created_at_idx').on(table.createdAt),
  ],
)

/** An admin's review of an item before it is published for the first time. */
export const contentReviews = pgTable(
  'content_reviews',
  {
    contentId: id('content_id')
      .primaryKey()
      .references(() => contentItems.id),
    state: text('state', { enum: ['pending', 'approved', 'rejected'] }).notNull(),
    /** Why it was rejected, in the admin's words; empty otherwise. */
    message: text('message').notNull().default(''),
    /** Whether the creator’s followers are emailed when it is approved. */
    notifyFollowers: boolean('notify_followers').notNull().default(false),
    requestedAt: timestamptz('requested_at').notNull(),
    decidedAt: timestamptz('decided_at'),
    decidedByEmail: text('decided_by_email'),
  },
  (table) => [
    index('content_reviews_state_requested_at_idx').on(table.state, table.requestedAt),
    ...enumChecks('content_reviews', table),
  ],
)
