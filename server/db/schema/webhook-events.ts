import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { enumChecks, timestamptz } from './columns.ts'

/** The inbox of webhooks: a duplicate is one failed insert, and unprocessed events are retried. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    provider: text('provider').notNull(),
    eventId: text('event_id').notNull(),
    objectType: text('object_type', {
      enum: [
        'payment',
        'refund',
        'dispute',
        'account',
        'subscription',
        'payout',
        'platform_payout',
        'balance',
      ],
    }).notNull(),
    objectId: text('object_id').notNull(),
    receivedAt: timestamptz('received_at').notNull(),
    processedAt: timestamptz('processed_at'),
    /** Failed attempts; events with the fewest come first. */
    attemptCount: integer('attempt_count').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.eventId] }),
    index('webhook_events_unprocessed_idx').on(table.receivedAt).where(sql`${table.processedAt} is null`),
    ...enumChecks('webhook_events', table),
  ],
)
