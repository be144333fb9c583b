import { boolean, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { alertKinds } from '../../../contract/alerts.ts'
import { feedbackPriorities, feedbackTypes } from '../../../contract/feedback.ts'
import { legalPageNames } from '../../../contract/legal-pages.ts'
import { currency, currencyCheck, enumChecks, id, timeOrderedId, timestamptz } from './columns.ts'
import { contentItems } from './content.ts'

/** Binds the database to test or live payments at the first start. One row. */
export const instance = pgTable(
  'instance',
  {
    id: integer('id').primaryKey(),
    mode: text('mode', { enum: ['test', 'live'] }).notNull(),
    currency: currency(),
    createdAt: timestamptz('created_at').notNull(),
    lastPeriodicRunAt: timestamptz('last_periodic_run_at'),
    /** When our sentinel was written to the file store. A store without it is a different store, or is not mounted. */
    storeSentinelWrittenAt: timestamptz('store_sentinel_written_at'),
    /** Up to when the provider's event list was processed. */
    eventsListedAt: timestamptz('events_listed_at'),
    /** The id of the archive whose restore is not complete. No process starts until it is. */
    restoringFrom: text('restoring_from'),
    /** Where this database was moved to, without a password. No process starts on it. */
    movedTo: text('moved_to'),
  },
  (table) => [currencyCheck('instance', table.currency), ...enumChecks('instance', table)],
)

/** Alerts for operators: open until resolved, one for each kind and target. */
export const alerts = pgTable(
  'alerts',
  {
    id: timeOrderedId(),
    kind: text('kind', { enum: alertKinds }).notNull(),
    target: text('target').notNull(),
    message: text('message').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    resolvedAt: timestamptz('resolved_at'),
  },
  (table) => [unique('alerts_kind_target_key').on(table.kind, table.target), ...enumChecks('alerts', table)],
)

/** Feedback messages to the admin. */
export const feedback = pgTable(
  'feedback',
  {
    id: timeOrderedId(),
    type: text('type', { enum: feedbackTypes }).notNull(),
    subject: text('subject').notNull(),
    message: text('message').notNull(),
    email: text('email').notNull(),
    priority: text('priority', { enum: feedbackPriorities }).notNull(),
    userId: text('user_id'),
    /** Whether the sender had Pro when the message was sent. */
    isPro: boolean('is_pro').notNull().default(false),
    state: text('state', { enum: ['new', 'closed'] })
      .notNull()
      .default('new'),
    createdAt: timestamptz('created_at').notNull(),
    closedAt: timestamptz('closed_at'),
  },
  (table) => [
    index('feedback_state_is_pro_created_at_idx').on(table.state, table.isPro, table.createdAt),
    ...enumChecks('feedback', table),
  ],
)

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
