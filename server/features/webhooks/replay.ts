import pMap from 'p-map'
import type { Ports } from '../../ports/index.ts'
import type { WebhookEventRef } from '../../ports/payment-provider.ts'
import { CircuitOpenError } from '../../ports/provider-unavailable-error.ts'
import { raiseAlert, resolveAlerts } from '../alerts/service.ts'
import { handleEvent } from './handle.ts'
import { noteFailures, selectUnprocessedEvents } from './repository.ts'

/** Milliseconds an event has for being handled as it arrives. */
const settleTime = 30_000
/** How many objects are handled at the same time. */
const concurrency = 4
/** Failed tries of one event after which the operator is told: about five minutes of sweeps. */
const alertAfterTries = 20
const alertKind = 'event-failing'

/** Events that were kept but not handled: we were killed in between, or the provider did not answer us. */
export async function replayEvents(ports: Ports): Promise<void> {
  const { paymentProvider, db, clock } = ports
  const before = new Date(clock.now().getTime() - settleTime)
  await handleEach(ports, await selectUnprocessedEvents(db, paymentProvider.id, before))
}

/** Handles events independently of each other. What cannot be handled stays in the inbox and is tried again. */
export async function handleEach(ports: Ports, events: Array<WebhookEventRef>): Promise<void> {
  const byObject = Map.groupBy(events, ({ objectType, objectId }) => `${objectType}/${objectId}`)
  await pMap(byObject, ([subject, ofObject]) => handleObject(ports, subject, ofObject), { concurrency })
}

/**
 * All events of one object, oldest first. The first failure ends it: the others would fail in the same way, and every unanswered call brings the
 * circuit breaker closer to opening for buyers.
 */
async function handleObject(ports: Ports, subject: string, events: Array<WebhookEventRef>): Promise<void> {
  const { log } = ports
  const waiting = [...events]
  try {
    for (; waiting[0]; waiting.shift()) await handleEvent(ports, waiting[0])
    await ports.db.transaction((tx) => resolveAlerts(tx, ports, { kinds: [alertKind], target: subject }))
  } catch (error) {
    const eventIds = waiting.map(({ eventId }) => eventId)
    log.error({ err: error, eventIds }, 'an event could not be handled; it is tried again')
    // The provider was not asked, so this was no try. Events that were not tried come first in the next round.
    if (!(error instanceof CircuitOpenError)) await noteFailed(ports, subject, eventIds)
  }
}

async function noteFailed(ports: Ports, target: string, eventIds: Array<string>): Promise<void> {
  await ports.db.transaction(async (tx) => {
    const tries = await noteFailures(tx, ports.paymentProvider.id, eventIds)
    if (tries < alertAfterTries) return
    const message = `The provider sent ${eventIds.length} events about this that fail every time. They are tried again every 15 seconds.`
    await raiseAlert(tx, ports, { kind: alertKind, target, message })
  })
}
