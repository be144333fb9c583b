import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../../../db/database.ts'
import { insertIfNew, updateRow } from '../../../db/rows.ts'
import { checkouts, instance, invoices, webhookEvents } from '../../../db/schema/index.ts'
import type { WebhookEventRef } from '../../../ports/payment-provider.ts'

/**
 * Inserts an event into the inbox; false when it was processed before. It is acknowledged only after processing: its
 * commit also writes this row to disk, or there was nothing left to do.
 */
export async function insertEventIfNew(db: Db, provider: string, event: WebhookEventRef, now: Date) {
  const row = { provider, ...event, receivedAt: now }
  const [inserted] = await insertIfNew(db, webhookEvents, row, ['provider', 'eventId'])
  if (inserted) return true
  const [existing] = await db
    .select({ processedAt: webhookEvents.processedAt })
    .from(webhookEvents)
    .where(and(eq(webhookEvents.provider, provider), eq(webhookEvents.eventId, event.eventId)))
  return existing?.processedAt === null
}

export async function markProcessed(db: Db, provider: string, eventId: string, now: Date): Promise<void> {
  await updateRow(db, webhookEvents, { provider, eventId }, { processedAt: now })
}

/** Unprocessed events stored before this time, fewest attempts first, so that none blocks another. */
export async function selectUnprocessedEvents(db: Db, provider: string, before: Date) {
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

export async function selectOwnPaymentIds(db: Db, provider: string, paymentIds: Array<string>) {
  if (paymentIds.length === 0) return new Set()
  const { providerPaymentId } = checkouts
  const rows = await db
    .select({ paymentId: providerPaymentId })
    .from(checkouts)
    .where(and(eq(checkouts.provider, provider), inArray(providerPaymentId, paymentIds)))
  const ofPro = await db
    .select({ paymentId: invoices.providerPaymentId })
    .from(invoices)
    .where(and(eq(invoices.provider, provider), inArray(invoices.providerPaymentId, paymentIds)))
  return new Set([...rows, ...ofPro].flatMap(({ paymentId }) => paymentId ?? []))
}
