import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { enumChecks, timestamptz } from './columns.ts'
import { timeOrderedId } from './ids.ts'

/** Binds the database to test or live payments at the first start. One row. */
export const instance = pgTable(
  'instance',
  {
    id: integer('id').primaryKey(),
    mode: text('mode', { enum: ['test', 'live'] }).notNull(),
    currency: text('currency').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    lastPeriodicRunAt: timestamptz('last_periodic_run_at'),
    /** When our mark was left in the file store: a store without it is not ours, or not there. */
    storeSentinelWrittenAt: timestamptz('store_sentinel_written_at'),
    /** Up to when the provider's list of events was compared with ours. */
    eventsListedAt: timestamptz('events_listed_at'),
  },
  (table) => [...enumChecks('instance', table)],
)

/** The outbox: a mail is due exactly when the facts it tells of are committed. Once for each kind and subject. */
export const outboxEmails = pgTable(
  'outbox_emails',
  {
    id: timeOrderedId(),
    kind: text('kind', {
      enum: [
        'access',
        'access-again',
        'already-owned',
        'trial',
        'refund',
        'lost-links',
        'refund-asked',
        'refund-refused',
        'undeliverable',
        'file-gone',
        'access-closed',
        'payout',
        'payout-paid',
        'payout-returned',
        'payout-method',
        'feedback',
        'suspended',
        'restored',
        'item-held',
        'item-released',
        'pro-started',
        'pro-failed',
        'pro-recovered',
        'pro-ended',
        'weekly',
        'sign-in-code',
        'email-change-code',
        'email-change-taken',
        'email-changed',
        'account-closed',
        'passkey-added',
        'new-browser',
      ],
    }).notNull(),
    dedupeKey: text('dedupe_key').notNull(),
    recipient: text('recipient').notNull(),
    data: jsonb('data')
      .$type<{
        purchaseId?: number
        refundId?: number
        requestId?: number
        trialId?: number
        contentId?: number
        feedbackId?: number
        subscriptionId?: number
        userId?: string
        /** A UTC day. */
        day?: string
        payoutId?: number
        /** What a person wrote, for the reader: a reason. */
        message?: string
        /** A one-time code, encrypted; removed once the email is sent or dropped. */
        codeEncrypted?: string
        /** Which of the two addresses of a change the code is for. */
        side?: 'old' | 'new'
        newEmail?: string
        /** `Firefox on Windows`. */
        device?: string
      }>()
      .notNull(),
    createdAt: timestamptz('created_at').notNull(),
    sentAt: timestamptz('sent_at'),
  },
  (table) => [
    unique('outbox_emails_once').on(table.kind, table.dedupeKey),
    /** Every mail about one purchase. */
    index('outbox_emails_purchase').on(sql`(${table.data} ->> 'purchaseId')`),
    index('outbox_emails_waiting').on(table.createdAt).where(sql`${table.sentAt} is null`),
    ...enumChecks('outbox_emails', table),
  ],
)

/** What a person must look at: kept until somebody resolves it, once for each kind and subject. */
export const alerts = pgTable(
  'alerts',
  {
    id: timeOrderedId(),
    kind: text('kind').notNull(),
    target: text('target').notNull(),
    message: text('message').notNull(),
    createdAt: timestamptz('created_at').notNull(),
    resolvedAt: timestamptz('resolved_at'),
  },
  (table) => [unique('alerts_once').on(table.kind, table.target)],
)

export const feedback = pgTable(
  'feedback',
  {
    id: timeOrderedId(),
    type: text('type').notNull(),
    subject: text('subject').notNull(),
    message: text('message').notNull(),
    email: text('email').notNull(),
    priority: text('priority', { enum: ['low', 'medium', 'high', 'urgent'] }).notNull(),
    userId: text('user_id'),
    /** Their sender had Pro then. */
    isPro: boolean('is_pro').notNull().default(false),
    state: text('state', { enum: ['new', 'done'] })
      .notNull()
      .default('new'),
    createdAt: timestamptz('created_at').notNull(),
    closedAt: timestamptz('closed_at'),
  },
  (table) => [
    index('feedback_inbox').on(table.state, table.isPro, table.createdAt),
    ...enumChecks('feedback', table),
  ],
)
