import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { enumChecks, id, timeOrderedId, timestamptz } from './columns.ts'
import { webhookEndpoints } from './developers.ts'

/** What happened, written in the transaction of the change. Append-only. */
export const domainEvents = pgTable(
  'domain_events',
  {
    id: timeOrderedId(),
    /** Null for events of the site. */
    creatorId: text('creator_id'),
    /** Like `sale.created`. No CHECK: a new type needs no migration. */
    type: text('type').notNull(),
    /** Like `purchase/123`. */
    subject: text('subject').notNull(),
    /** Ids, amounts and states. Never an address, a name or a message. */
    payload: jsonb('payload').notNull(),
    at: timestamptz('at').notNull(),
  },
  (table) => [index('domain_events_creator_id_id_idx').on(table.creatorId, table.id)],
)

/** What is sent: the table is the queue. */
export const deliveries = pgTable(
  'deliveries',
  {
    id: timeOrderedId(),
    /** Null for what no event tells: codes, lost links, digests. */
    eventId: id('event_id').references(() => domainEvents.id),
    /** Of a creator; null for all that the site sends by itself. */
    endpointId: id('endpoint_id').references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    channel: text('channel', { enum: ['email', 'webhook', 'push'] }).notNull(),
    /** The kind of an email, or the type of the event. */
    kind: text('kind').notNull(),
    /** The address or the endpoint. */
    target: text('target').notNull(),
    /** The facts that it states. A code is removed once it is sent. */
    data: jsonb('data').notNull(),
    dedupeKey: text('dedupe_key').notNull(),
    /** 0 somebody waits for it, 1 usual, 2 many at once. 3 to a creator's endpoint, 4 to one that is failing. */
    lane: integer('lane').notNull().default(1),
    state: text('state', { enum: ['waiting', 'sent', 'dropped', 'failed'] })
      .notNull()
      .default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    /** When it is tried next. A claim moves it to the end of its lease. */
    nextAt: timestamptz('next_at').notNull(),
    sentAt: timestamptz('sent_at'),
    error: text('error').notNull().default(''),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    unique('deliveries_channel_kind_dedupe_key_key').on(table.channel, table.kind, table.dedupeKey),
    index('deliveries_due_idx').on(table.lane, table.nextAt).where(sql`${table.state} = 'waiting'`),
    /** What is not sent is rare, and listed by its state. */
    index('deliveries_unsent_idx').on(table.state, table.id).where(sql`${table.state} <> 'sent'`),
    index('deliveries_event_id_idx').on(table.eventId),
    index('deliveries_purchase_id_idx').on(sql`(${table.data} ->> 'purchaseId')`),
    index('deliveries_endpoint_id_idx')
      .on(table.endpointId, table.id)
      .where(sql`${table.endpointId} is not null`),
    index('deliveries_endpoint_due_idx')
      .on(table.lane, table.endpointId, table.nextAt)
      .where(sql`${table.state} = 'waiting' and ${table.endpointId} is not null`),
    ...enumChecks('deliveries', table),
  ],
)

/** Each try to send to a creator's endpoint, with what it answered. */
export const webhookTries = pgTable(
  'webhook_tries',
  {
    id: timeOrderedId(),
    deliveryId: id('delivery_id')
      .notNull()
      .references(() => deliveries.id, { onDelete: 'cascade' }),
    at: timestamptz('at').notNull(),
    durationMs: integer('duration_ms').notNull(),
    /** Null when nothing answered. */
    status: integer('status'),
    /** The first 2 KB. */
    answer: text('answer').notNull(),
    /** In words, why it failed; empty for a success. */
    problem: text('problem').notNull(),
  },
  (table) => [index('webhook_tries_delivery_id_idx').on(table.deliveryId)],
)
