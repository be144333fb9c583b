import { and, eq, inArray, isNull, lt, placeholder, sql } from 'drizzle-orm'
import { asynchronousCommit } from '../../db/asynchronous-commit.ts'
import type { Database, Db } from '../../db/database.ts'
import { preparedQuery, preparedSql } from '../../db/prepared-statement.ts'
import { checkouts, instance, webhookEvents } from '../../db/schema/index.ts'
import type { WebhookEventRef } from '../../ports/payment-provider.ts'

/**
 * Inserts an event into the inbox; false when it was processed before. It is acknowledged only after processing,
 * whose commit also writes this row to disk.
 */
export async function insertEventIfNew(
  db: Database,
  provider: string,
  event: WebhookEventRef,
  now: Date,
): Promise<boolean> {
  const added = await insertEvent(db, { provider, ...event, receivedAt: now })
  if (added.length > 0) return true
  const [existing] = await db
    .select({ processedAt: webhookEvents.processedAt })
    .from(webhookEvents)
    .where(and(eq(webhookEvents.provider, provider), eq(webhookEvents.eventId, event.eventId)))
  return existing?.processedAt === null
}

const insertEvent = preparedQuery('insert_event', (db) =>
  db
    .insert(webhookEvents)
    .values({
      provider: placeholder('provider'),
      eventId: placeholder('eventId'),
      objectType: placeholder('objectType'),
      objectId: placeholder('objectId'),
      receivedAt: placeholder('receivedAt'),
    })
    .onConflictDoNothing()
    .returning({ eventId: webhookEvents.eventId, asyncCommit: asynchronousCommit }),
)

/** Commits asynchronously: if a power cut loses the update, a settled payment is read once more. */
export async function markProcessed(
  db: Database,
  provider: string,
  eventId: string,
  now: Date,
): Promise<void> {
  await setEventProcessed(db, { provider, eventId, now })
}

const setEventProcessed = preparedSql(
  'mark_event_processed',
  sql`update ${webhookEvents} set processed_at = ${placeholder('now')}::timestamptz
    where provider = ${placeholder('provider')} and event_id = ${placeholder('eventId')}
    returning ${asynchronousCommit}`,
)

/** Unprocessed events stored before this time, fewest attempts first, so that none blocks another. */
export async function selectUnprocessedEvents(
  db: Db,
  provider: string,
  before: Date,
): Promise<Array<WebhookEventRef>> {
  const rows = await db
    .select({
      eventId: webhookEvents.eventId,
      objectType: webhookEvents.objectType,
      objectId: webhookEvents.objectId,
    })
    .from(webhookEvents)
    .where(
      and(
        eq(webhookEvents.provider, provider),
        isNull(webhookEvents.processedAt),
        lt(webhookEvents.receivedAt, before),
      ),
    )
    .orderBy(webhookEvents.attemptCount, webhookEvents.receivedAt)
    .limit(500)
  return rows
}

/** Up to when the provider's event list was processed; at first, the instance's creation. */
export async function findEventsListedAt(db: Db): Promise<Date | undefined> {
  const [row] = await db.select().from(instance)
  return row ? (row.eventsListedAt ?? row.createdAt) : undefined
}

export async function recordEventsListed(db: Db, at: Date): Promise<void> {
  await db.update(instance).set({ eventsListedAt: at })
}

/** Counts a failed attempt of each. Returns the highest count. */
export async function recordFailures(db: Db, provider: string, eventIds: Array<string>): Promise<number> {
  const rows = await db
    .update(webhookEvents)
    .set({ attemptCount: sql`${webhookEvents.attemptCount} + 1` })
    .where(and(eq(webhookEvents.provider, provider), inArray(webhookEvents.eventId, eventIds)))
    .returning({ attemptCount: webhookEvents.attemptCount })
  return Math.max(0, ...rows.map(({ attemptCount }) => attemptCount))
}

/** The payments among these that belong to our checkouts. */
export async function selectOwnPaymentIds(
  db: Db,
  provider: string,
  paymentIds: Array<string>,
): Promise<Set<string>> {
  if (paymentIds.length === 0) return new Set()
  const { providerPaymentId } = checkouts
  const rows = await db
    .select({ paymentId: providerPaymentId })
    .from(checkouts)
    .where(and(eq(checkouts.provider, provider), inArray(providerPaymentId, paymentIds)))
  return new Set(rows.flatMap(({ paymentId }) => paymentId ?? []))
}
