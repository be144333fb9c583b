import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { enumChecks, id, timeOrderedId, timestamptz } from './columns.ts'
import { users } from './people.ts'

/** Keys of creators' own programs. A key that was revoked has no row. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: timeOrderedId(),
    creatorId: text('creator_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** SHA-256 of the key, which is random enough for it. */
    keyHash: text('key_hash').notNull(),
    last4: text('last4').notNull(),
    /** Of contract/scopes.ts. One that no longer exists there allows nothing. */
    scopes: text('scopes').array().notNull(),
    createdAt: timestamptz('created_at').notNull(),
    /** To the minute. */
    lastUsedAt: timestamptz('last_used_at'),
    expiresAt: timestamptz('expires_at'),
  },
  (table) => [
    unique('api_keys_key_hash_key').on(table.keyHash),
    index('api_keys_creator_id_idx').on(table.creatorId),
    check('api_keys_scopes_valid', sql`cardinality(${table.scopes}) > 0`),
  ],
)

/** Answers to calls with an Idempotency-Key, so that a repeated one gets the same answer and does nothing again. */
export const idempotentCalls = pgTable(
  'idempotent_calls',
  {
    id: timeOrderedId(),
    apiKeyId: id('api_key_id')
      .notNull()
      .references(() => apiKeys.id, { onDelete: 'cascade' }),
    /** SHA-256 of the Idempotency-Key. */
    idempotencyKeyHash: text('idempotency_key_hash').notNull(),
    /** SHA-256 of method, path and body; of a form, once it is answered. */
    requestHash: text('request_hash').notNull(),
    startedAt: timestamptz('started_at').notNull(),
    /** Null while the call is being answered. */
    answeredAt: timestamptz('answered_at'),
    /** The answer, before it is filtered by the response's schema, encrypted with the API key. */
    answer: jsonb('answer'),
  },
  (table) => [
    unique('idempotent_calls_api_key_id_idempotency_key_hash_key').on(
      table.apiKeyId,
      table.idempotencyKeyHash,
    ),
    index('idempotent_calls_started_at_idx').on(table.startedAt),
  ],
)

/** Addresses of creators' own programs that are told what happens. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: timeOrderedId(),
    creatorId: text('creator_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    url: text('url').notNull(),
    format: text('format', { enum: ['json', 'slack', 'discord'] }).notNull(),
    /** The types of events that it gets, of contract/webhook-events.ts. One that no longer exists there is never sent. */
    types: text('types').array().notNull(),
    /** Encrypted like payout details. */
    secretEncrypted: text('secret_encrypted').notNull(),
    /** Signs too, until this time. */
    previousSecretEncrypted: text('previous_secret_encrypted'),
    previousUntil: timestamptz('previous_until'),
    createdAt: timestamptz('created_at').notNull(),
    /** Null while it is told. */
    turnedOffAt: timestamptz('turned_off_at'),
    turnedOffReason: text('turned_off_reason', { enum: ['creator', 'gone', 'failing'] }),
    lastSuccessAt: timestamptz('last_success_at'),
    /** Since its last success nothing else, and for so many events. */
    failingSince: timestamptz('failing_since'),
    failedEvents: integer('failed_events').notNull().default(0),
  },
  (table) => [
    index('webhook_endpoints_creator_id_idx').on(table.creatorId),
    check('webhook_endpoints_types_valid', sql`cardinality(${table.types}) > 0`),
    check(
      'webhook_endpoints_turned_off_valid',
      sql`(${table.turnedOffAt} is null) = (${table.turnedOffReason} is null)`,
    ),
    check(
      'webhook_endpoints_previous_secret_valid',
      sql`(${table.previousSecretEncrypted} is null) = (${table.previousUntil} is null)`,
    ),
    ...enumChecks('webhook_endpoints', table),
  ],
)
