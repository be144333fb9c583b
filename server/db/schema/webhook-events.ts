import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { enumChecks, timestamptz } from './columns.ts'

/** The inbox of webhooks: duplicates cost one failed insert, and what was not handled can be replayed. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    provider: text('provider').notNull(),
    eventId: text('event_id').notNull(),
    objectType: text('object_type', {
      enum: ['payment', 'refund', 'dispute', 'account', 'subscription', 'payout'],
    }).notNull(),
    objectId: text('object_id').notNull(),
    receivedAt: timestamptz('received_at').notNull(),
    processedAt: timestamptz('processed_at'),
    /** How often it was taken up again in vain: those tried least come first. */
    attemptCount: integer('attempt_count').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.provider, table.eventId] }),
    index('webhook_events_waiting').on(table.receivedAt).where(sql`${table.processedAt} is null`),
    ...enumChecks('webhook_events', table),
  ],
)
