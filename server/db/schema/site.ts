import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { alertKinds } from '../../../contract/alert-kinds.ts'
import { feedbackPriorities, feedbackTypes } from '../../../contract/feedback.ts'
import { legalPageNames } from '../../../contract/legal-page-names.ts'
import type { OrderNumber, RowId } from '../../../contract/order-number.ts'
import type { AccountRestriction } from '../../../contract/payouts.ts'
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

/** The outbox: an email exists exactly when its facts are committed. Once for each kind and dedupe key. */
export const outboxEmails = pgTable(
  'outbox_emails',
  {
    id: timeOrderedId(),
    kind: text('kind', {
      enum: [
        'purchase_access',
        'purchase_access_resent',
        'already_owned',
        'test_purchase_access',
        'refund_issued',
        'access_links',
        'buyer_data_link',
        'buyer_data_erased',
        'refund_requested',
        'refund_rejected',
        'refund_objected',
        'refund_review_needed',
        'refund_decided',
        'refund_undeliverable',
        'file_missing',
        'access_revoked',
        'purchase_email_corrected',
        'payout_processing',
        'payout_paid',
        'payout_returned',
        'payout_method_changed',
        'payout_method_reminder',
        'payout_account_restricted',
        'feedback',
        'account_suspended',
        'account_reinstated',
        'content_taken_down',
        'content_reinstated',
        'subscription_started',
        'subscription_payment_failed',
        'subscription_confirmation_needed',
        'subscription_payment_recovered',
        'subscription_ended',
        'weekly_summary',
        'follow_confirmation',
        'follower_update',
        'sign_in_code',
        'email_change_code',
        'email_change_taken',
        'email_changed',
        'account_deleted',
        'passkey_added',
        'passkey_removed',
        'passkey_refused',
        'passkeys_removed',
        'owner_changed',
        'staff_invited',
        'staff_removed',
        'new_browser',
        'alert_raised',
        'alert_digest',
        'review_requested',
        'content_approved',
        'content_rejected',
        'sign_up_invitation',
        'sign_up_refused',
      ],
    }).notNull(),
    dedupeKey: text('dedupe_key').notNull(),
    recipient: text('recipient').notNull(),
    data: jsonb('data')
      .$type<{
        purchaseId?: RowId
        refundId?: number
        requestId?: number
        testPurchaseId?: OrderNumber
        contentId?: number
        followerId?: number
        feedbackId?: number
        alertId?: number
        subscriptionId?: number
        userId?: string
        /** A UTC day. */
        day?: string
        payoutId?: number
        accountRestriction?: AccountRestriction
        /** Who did what the email is about. */
        actorEmail?: string
        /** A reason that a person wrote for the recipient. */
        message?: string
        /** A one-time code, encrypted; removed once the email is sent or dropped. */
        codeEncrypted?: string
        /** Which email of a change the code is for. */
        side?: 'old' | 'new'
        newEmail?: string
        /** `Firefox on Windows`. */
        device?: string
      }>()
      .notNull(),
    createdAt: timestamptz('created_at').notNull(),
    sentAt: timestamptz('sent_at'),
    /** A worker sends the email and has not renewed its claim since. By the database's clock. */
    claimedUntil: timestamptz('claimed_until'),
  },
  (table) => [
    unique('outbox_emails_kind_dedupe_key_key').on(table.kind, table.dedupeKey),
    /** Every email about one purchase. */
    index('outbox_emails_purchase_id_idx').on(sql`(${table.data} ->> 'purchaseId')`),
    index('outbox_emails_unsent_idx').on(table.createdAt).where(sql`${table.sentAt} is null`),
    ...enumChecks('outbox_emails', table),
  ],
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
