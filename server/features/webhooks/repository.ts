import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { providerEvents } from '../../db/schema/index.ts'
import type { EventPointer } from '../../ports/payment-provider.ts'

/** Keeps an event in the inbox; false when it was kept before and handled. */
export async function receiveEvent(
  db: Db,
  provider: string,
  event: EventPointer,
  now: Date,
): Promise<boolean> {
  const added = await db
    .insert(providerEvents)
    .values({ provider, ...event, receivedAt: now })
    .onConflictDoNothing()
    .returning({ eventId: providerEvents.eventId })
  if (added.length > 0) return true
  const [kept] = await db
    .select({ handledAt: providerEvents.handledAt })
    .from(providerEvents)
    .where(and(eq(providerEvents.provider, provider), eq(providerEvents.eventId, event.eventId)))
  return kept?.handledAt === null
}

export async function markHandled(db: Db, provider: string, eventId: string, now: Date): Promise<void> {
  await db
    .update(providerEvents)
    .set({ handledAt: now })
    .where(and(eq(providerEvents.provider, provider), eq(providerEvents.eventId, eventId)))
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

export async function noteFailure(db: Db, provider: string, eventId: string): Promise<void> {
  await db
    .update(providerEvents)
    .set({ tries: sql`${providerEvents.tries} + 1` })
    .where(and(eq(providerEvents.provider, provider), eq(providerEvents.eventId, eventId)))
}
