import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../../../domain/errors.ts'
import type { Ports } from '../../ports/index.ts'
import { type EventPointer, InvalidSignature } from '../../ports/payment-provider.ts'
import { readAccount } from '../payouts/connect.ts'
import { readTransfer } from '../payouts/transfers.ts'
import { atOnce } from '../purchases/at-once.ts'
import { settlePurchase } from '../purchases/settle.ts'
import { settleSubscription } from '../subscriptions/settle.ts'
import {
  eventsListedAt,
  markHandled,
  noteEventsListed,
  noteFailure,
  receiveEvent,
  waitingEvents,
} from './repository.ts'

/** Milliseconds an event has for being handled as it arrives. */
const settleTime = 30_000
/** How many are handled at the same time when they are taken up again. */
const width = 4
const minute = 60_000
/** How often the provider's own list of events is read. */
const listIntervalMs = 10 * minute
/** How much of what was read before is read again: an event may show up in the list a while after it was written. */
const listOverlapMs = 60 * minute
/** Providers keep their events for 30 days. */
const maxListedMs = 29 * 24 * 60 * minute

/**
 * Takes a provider's signed events. Each says only where to look: the payment is read again from the provider. A fault
 * on our side answers 5xx, so that the provider tells us again.
 */
export async function receiveWebhook(
  ports: Ports,
  provider: string,
  body: Buffer,
  headers: IncomingHttpHeaders,
) {
  const { payments, db, clock } = ports
  if (provider !== payments.id) throw new AppError('not_found', 'There is nothing at this address.')
  const events = await payments.readEvents(body, headers).catch(refuseForged)

  for (const event of events) {
    if (await receiveEvent(db, provider, event, clock.now())) await handle(ports, event)
  }
  return { received: true as const }
}

/** Events that were kept but not handled: we were killed in between, or the provider did not answer us. */
export async function replayEvents(ports: Ports): Promise<void> {
  const { payments, db, clock } = ports
  const before = new Date(clock.now().getTime() - settleTime)
  await atOnce(await waitingEvents(db, payments.id, before), width, (event) => handleOrLater(ports, event))
}

/**
 * Handles events whose webhook never arrived, by the provider's own list of them: a refund or a dispute that nobody told
 * us of is found here, and nowhere else.
 */
export async function catchUpEvents(ports: Ports): Promise<void> {
  const { payments, db, clock } = ports
  const now = clock.now()
  const listedAt = await eventsListedAt(db)
  if (!listedAt || now.getTime() - listedAt.getTime() < listIntervalMs) return
  const since = new Date(Math.max(listedAt.getTime() - listOverlapMs, now.getTime() - maxListedMs))
  for (let after: string | undefined; ; ) {
    const { events, next } = await payments.listEvents({ since, ...(after && { after }) })
    await atOnce(events, width, async (event) => {
      if (await receiveEvent(db, payments.id, event, now)) await handleOrLater(ports, event)
    })
    if (!next) break
    after = next
  }
  await noteEventsListed(db, now)
}

/** What cannot be handled now waits with the events that are tried again. */
async function handleOrLater(ports: Ports, event: EventPointer): Promise<void> {
  await handle(ports, event).catch(async (error: unknown) => {
    const { log, db, payments } = ports
    log.error({ err: error, eventId: event.eventId }, 'an event could not be handled; it is tried again')
    await noteFailure(db, payments.id, event.eventId)
  })
}

async function handle(ports: Ports, event: EventPointer): Promise<void> {
  if (event.about === 'payment' || event.about === 'refund' || event.about === 'dispute') {
    await settlePurchase(ports, event.objectId)
  }
  if (event.about === 'subscription') await settleSubscription(ports, event.objectId)
  if (event.about === 'account') await readAccount(ports, event.objectId)
  if (event.about === 'payout') await readTransfer(ports, event.objectId)
  await markHandled(ports.db, ports.payments.id, event.eventId, ports.clock.now())
}

function refuseForged(error: unknown): never {
  if (error instanceof InvalidSignature) throw new AppError('invalid_input', 'The signature does not match.')
  throw error
}
