import type { Ports } from '../../ports/index.ts'
import type { WebhookEventRef } from '../../ports/payment-provider.ts'
import { handleEach } from './replay.ts'
import {
  findEventsListedAt,
  insertEventIfNew,
  recordEventsListed,
  selectOwnPaymentIds,
} from './repository.ts'

const minuteMs = 60_000
/** The interval at which the provider's event list is read. */
const listIntervalMs = 10 * minuteMs
/** The overlap with the previous reading, because an event may be listed late. */
const listOverlapMs = 60 * minuteMs
/** Providers keep events for 30 days. */
const maxListedMs = 29 * 24 * 60 * minuteMs

/**
 * Processes events whose webhook never arrived, from the provider's event list: a refund or dispute without webhook
 * is found here and nowhere else. An event that fails waits in the inbox and does not stop the others.
 */
export async function fetchMissedEvents(ports: Ports): Promise<void> {
  const { paymentProvider, db, clock } = ports
  const now = clock.now()
  const listedAt = await findEventsListedAt(db)
  if (!listedAt || now.getTime() - listedAt.getTime() < listIntervalMs) return
  const since = new Date(Math.max(listedAt.getTime() - listOverlapMs, now.getTime() - maxListedMs))
  for (let after: string | undefined; ; ) {
    const {
      events,
      unverified = [],
      next,
    } = await paymentProvider.listEvents({ since, ...(after && { after }) })
    await receiveUnverified(ports, unverified)
    const missed: Array<WebhookEventRef> = []
    for (const event of events)
      if (await insertEventIfNew(db, paymentProvider.id, event, now)) missed.push(event)
    await handleEach(ports, missed)
    // A provider that repeats a page would never end.
    if (!next || next === after) break
    after = next
  }
  await recordEventsListed(db, now)
}

/** The provider did not return these payments, but our own checkouts know them. Later rounds read them again. */
async function receiveUnverified(ports: Ports, events: Array<WebhookEventRef>): Promise<void> {
  const { paymentProvider, db, clock } = ports
  const own = await selectOwnPaymentIds(
    db,
    paymentProvider.id,
    events.map(({ objectId }) => objectId),
  )
  for (const event of events)
    if (own.has(event.objectId)) await insertEventIfNew(db, paymentProvider.id, event, clock.now())
}
