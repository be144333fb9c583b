import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Database, Db } from '../../db/database.ts'
import { notWaitingForDisk } from '../../db/not-waiting.ts'
import { attempts, instance, providerEvents } from '../../db/schema/index.ts'
import type { EventPointer } from '../../ports/payment-provider.ts'

/**
 * Keeps an event in the inbox; false when it was kept before and handled. Nobody is thanked for it before it is handled,
 * and what handling writes brings this to the disk as well.
 */
export async function receiveEvent(
  db: Database,
  provider: string,
  event: EventPointer,
  now: Date,
): Promise<boolean> {
  const added = await db
    .insert(providerEvents)
    .values({ provider, ...event, receivedAt: now })
    .onConflictDoNothing()
    .returning({ eventId: providerEvents.eventId, quick: notWaitingForDisk })
    .prepare('receive_event')
    .execute()
  if (added.length > 0) return true
  const [kept] = await db
    .select({ handledAt: providerEvents.handledAt })
    .from(providerEvents)
    .where(and(eq(providerEvents.provider, provider), eq(providerEvents.eventId, event.eventId)))
  return kept?.handledAt === null
}

/** A mark that a power cut takes away costs one more look at what was settled. */
export async function markHandled(db: Database, provider: string, eventId: string, now: Date): Promise<void> {
  await db
    .update(providerEvents)
    .set({ handledAt: now })
    .where(and(eq(providerEvents.provider, provider), eq(providerEvents.eventId, eventId)))
    .returning({ quick: notWaitingForDisk })
    .prepare('mark_handled')
    .execute()
}

/** Events kept before a moment and not handled: the least tried first, so that none stands in the way of another. */
export async function waitingEvents(db: Db, provider: string, before: Date): Promise<Array<EventPointer>> {
  const rows = await db
    .select({
      eventId: providerEvents.eventId,
      about: providerEvents.about,
      objectId: providerEvents.objectId,
    })
    .from(providerEvents)
    .where(
      and(
        eq(providerEvents.provider, provider),
        isNull(providerEvents.handledAt),
        lt(providerEvents.receivedAt, before),
      ),
    )
    .orderBy(providerEvents.tries, providerEvents.receivedAt)
    .limit(500)
  return rows
}

/** Up to when the provider's list of events was compared with ours; before the first time, when the instance began. */
export async function eventsListedAt(db: Db): Promise<Date | undefined> {
  const [row] = await db.select().from(instance)
  return row ? (row.eventsListedAt ?? row.createdAt) : undefined
}

export async function noteEventsListed(db: Db, at: Date): Promise<void> {
  await db.update(instance).set({ eventsListedAt: at })
}

/** Counts one more failed try of each. Returns the highest count. */
export async function noteFailures(db: Db, provider: string, eventIds: Array<string>): Promise<number> {
  const rows = await db
    .update(providerEvents)
    .set({ tries: sql`${providerEvents.tries} + 1` })
    .where(and(eq(providerEvents.provider, provider), inArray(providerEvents.eventId, eventIds)))
    .returning({ tries: providerEvents.tries })
  return Math.max(0, ...rows.map(({ tries }) => tries))
}

/** Which of these payments were started by us. */
export async function ownPaymentIds(
  db: Db,
  provider: string,
  paymentIds: Array<string>,
): Promise<Set<string>> {
  if (paymentIds.length === 0) return new Set()
  const { providerPaymentId } = attempts
  const rows = await db
    .select({ paymentId: providerPaymentId })
    .from(attempts)
    .where(and(eq(attempts.provider, provider), inArray(providerPaymentId, paymentIds)))
  return new Set(rows.flatMap(({ paymentId }) => paymentId ?? []))
}
