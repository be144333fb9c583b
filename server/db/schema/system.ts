import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { alertKinds } from '../../../contract/alert-kinds.ts'
import { feedbackPriorities, feedbackTypes } from '../../../contract/feedback.ts'
import type { OrderNumber, RowId } from '../../../contract/order-number.ts'
import type { AccountRestriction } from '../../../contract/payouts.ts'
import { currency, currencyCheck, enumChecks, timestamptz } from './columns.ts'
import { timeOrderedId } from './ids.ts'

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
