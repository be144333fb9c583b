import type { IncomingHttpHeaders } from 'node:http'
import pMap from 'p-map'
import { AppError } from '../../../../domain/errors.ts'
import type { Ports } from '../../../ports/index.ts'
import {
  CircuitOpenError,
  InvalidSignatureError,
  type WebhookEventRef,
} from '../../../ports/payment-provider.ts'
import { retryRefundsWaitingForBalance } from '../../buying/refunds/execute-refund.ts'
import { settlePurchase } from '../../buying/settlement/settle-purchase.ts'
import { syncConnectAccount } from '../../money/payout-methods/connect.ts'
import { syncPlatformPayout } from '../../money/payouts/platform-balance.ts'
import { sendWaitingTransfers, syncTransfer } from '../../money/payouts/transfers.ts'
import { syncProPayment } from '../../money/subscriptions/invoice-reversals.ts'
import { sendRefundsWaitingForBalance } from '../../money/subscriptions/refunds.ts'
import { endReturnedSubscriptions, syncSubscription } from '../../money/subscriptions/sync.ts'
import { raiseAlert, resolveAlerts } from '../../telling/alerts/service.ts'
import {
  findEventsListedAt,
  insertEventIfNew,
  markProcessed,
  recordEventsListed,
  recordFailures,
  selectOwnPaymentIds,
  selectUnprocessedEvents,
} from './repository.ts'

/**
 * Receives a provider's signed events. Each only names an object, which is read again at the provider. Our own errors
 * answer 5xx, so that the provider sends the event again.
 */
export async function receiveWebhook(
  ports: Ports,
  provider: string,
  body: Buffer,
  headers: IncomingHttpHeaders,
) {
  const { paymentProvider, db, clock } = ports
  if (provider !== paymentProvider.id) throw new AppError('not_found', 'There’s nothing at this address.')
  const events = await paymentProvider.parseWebhook(body, headers).catch(throwInvalidSignature)

  for (const event of events) {
    if (await insertEventIfNew(db, provider, event, clock.now())) await handleEvent(ports, event)
  }
  return { received: true as const }
}

function throwInvalidSignature(error: unknown): never {
  if (error instanceof InvalidSignatureError)
    throw new AppError('invalid_input', 'The signature doesn’t match.')
  throw error
}

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

/**
 * Reads the object of an event again, and marks the event as processed. Throws when the object cannot be read or
 * settled.
 */
async function handleEvent(ports: Ports, event: WebhookEventRef): Promise<void> {
  if (event.objectType === 'payment' || event.objectType === 'refund' || event.objectType === 'dispute') {
    if (await syncProPayment(ports, event.objectId)) await endReturnedSubscriptions(ports)
    else await settlePurchase(ports, event.objectId)
  }
  if (event.objectType === 'subscription') await syncSubscription(ports, event.objectId)
  if (event.objectType === 'account') await syncConnectAccount(ports, event.objectId)
  if (event.objectType === 'payout') await syncTransfer(ports, event.objectId)
  if (event.objectType === 'platform_payout') await syncPlatformPayout(ports, event.objectId)
  if (event.objectType === 'balance') {
    // What was promised back goes first.
    await retryRefundsWaitingForBalance(ports)
    await sendRefundsWaitingForBalance(ports)
    await sendWaitingTransfers(ports)
  }
  await markProcessed(ports.db, ports.paymentProvider.id, event.eventId, ports.clock.now())
}

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
async function handleEach(ports: Ports, events: Array<WebhookEventRef>): Promise<void> {
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
