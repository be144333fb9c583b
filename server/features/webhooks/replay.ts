import pMap from 'p-map'
import type { Ports } from '../../ports/index.ts'
import type { WebhookEventRef } from '../../ports/payment-provider.ts'
import { CircuitOpenError } from '../../ports/provider-unavailable-error.ts'
import { raiseAlert, resolveAlerts } from '../alerts/service.ts'
import { handleEvent } from './handle.ts'
import { recordFailures, selectUnprocessedEvents } from './repository.ts'

/** The time for processing an event as it arrives. */
const processingTimeMs = 30_000
/** Objects processed at the same time. */
const concurrency = 4
/** Failed attempts of one event before the operator is alerted: about five minutes of sweeps. */
const alertAfterAttempts = 20
const alertKind = 'event-failing'

/** Processes stored events again, after a crash or when the provider did not answer. */
export async function replayEvents(ports: Ports): Promise<void> {
  const { paymentProvider, db, clock } = ports
  const before = new Date(clock.now().getTime() - processingTimeMs)
  await handleEach(ports, await selectUnprocessedEvents(db, paymentProvider.id, before))
}

/** Processes events independently. A failing event stays in the inbox and is retried. */
export async function handleEach(ports: Ports, events: Array<WebhookEventRef>): Promise<void> {
  const byObject = Map.groupBy(events, ({ objectType, objectId }) => `${objectType}/${objectId}`)
  await pMap(byObject, ([subject, ofObject]) => handleObject(ports, subject, ofObject), { concurrency })
}

/**
 * Processes all events of one object, oldest first, until one fails. The others would fail too, and every unanswered
 * call brings the circuit breaker closer to opening for buyers.
 */
async function handleObject(ports: Ports, subject: string, events: Array<WebhookEventRef>): Promise<void> {
  const { log } = ports
  const remaining = [...events]
  try {
    for (; remaining[0]; remaining.shift()) await handleEvent(ports, remaining[0])
    await ports.db.transaction((tx) => resolveAlerts(tx, ports, { kinds: [alertKind], target: subject }))
  } catch (error) {
    const eventIds = remaining.map(({ eventId }) => eventId)
    log.error({ err: error, eventIds }, 'event could not be processed, will retry')
    // The provider was not called, so it does not count as an attempt. Events without attempts come first in the next
    // round.
    if (!(error instanceof CircuitOpenError)) await recordFailure(ports, subject, eventIds)
  }
}

async function recordFailure(ports: Ports, target: string, eventIds: Array<string>): Promise<void> {
  await ports.db.transaction(async (tx) => {
    const attemptCount = await recordFailures(tx, ports.paymentProvider.id, eventIds)
    if (attemptCount < alertAfterAttempts) return
    const message = `The provider sent ${eventIds.length} events about this that fail every time. We retry them every 15 seconds.`
    await raiseAlert(tx, ports, { kind: alertKind, target, message })
  })
}
