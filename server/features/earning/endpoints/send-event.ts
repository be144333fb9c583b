import { utcDay } from '../../../../domain/dates.ts'
import type { Ports } from '../../../ports/index.ts'
import { NotSentError, type OnFailed, type Send } from '../../telling/deliveries/deliver.ts'
import { sendEmail } from '../../telling/deliveries/deliveries.ts'
import { nextEventTry, type SentEvent, triesOf } from '../../telling/deliveries/event-tries.ts'
import { endpointLanes } from '../../telling/deliveries/events.ts'
import type { DeliveryRow } from '../../telling/deliveries/repository.ts'
import { eventIdOf, writeEvent } from './payload.ts'
import { type Attempt, postEvent } from './post-event.ts'
import {
  type EndpointRow,
  findEndpointWithOwner,
  insertTry,
  keepBody,
  markFailing,
  markWorking,
  turnOff,
} from './repository.ts'
import { secretsOf } from './secrets.ts'

const maxRetryAfterMs = 24 * 3_600_000
/** An endpoint is turned off when nothing has arrived for that long, of so many events. */
const turnedOffAfterMs = 5 * 24 * 3_600_000
const minFailedEvents = 10

/**
 * Sends an event to an endpoint of a creator. Throws NotSentError with the time of the next try. An event arrives at least
 * once while the endpoint answers within the schedule; one that arrives twice has the same `webhook-id`.
 */
export const sendEvent: Send = async (ports, row) => {
  const { db } = ports
  const found = row.endpointId === null ? undefined : await findEndpointWithOwner(db, row.endpointId)
  if (!found || found.owner.suspendedAt || found.owner.deletedAt) return 'dropped'
  const { endpoint, owner } = found
  if (endpoint.turnedOffAt) throw new NotSentError('The endpoint is turned off.', null)
  const body = await bodyOf(ports, row, endpoint)
  if (body === undefined) return 'dropped'

  const attempt = await postEvent(ports, {
    url: endpoint.url,
    id: eventIdOf(row),
    body,
    secrets: secretsOf(ports, endpoint),
  })
  await db.transaction((tx) => insertTry(tx, row.id, attempt, ports.clock.now()))
  if (attempt.problem === '') {
    await markWorking(db, endpoint.id, ports.clock.now())
    return 'sent'
  }
  await noteFailure(ports, { row, endpoint, email: owner.email, attempt })
  throw new NotSentError(
    attempt.problem,
    attempt.status === 410 ? null : nextTry(row, attempt, ports.clock.now()),
  )
}

async function bodyOf(ports: Ports, row: DeliveryRow, { format }: EndpointRow): Promise<string | undefined> {
  const { body } = row.data as SentEvent
  if (body !== undefined || row.eventId === null) return body
  const written = await writeEvent(ports, row.eventId, format)
  // It was erased, or claimed by another process, meanwhile.
  if (!written || !(await keepBody(ports.db, row, written))) return undefined
  return written.body
}

type Failure = { row: DeliveryRow; endpoint: EndpointRow; email: string; attempt: Attempt }

async function noteFailure(ports: Ports, { row, endpoint, email, attempt }: Failure): Promise<void> {
  const { db, clock } = ports
  const now = clock.now()
  await db.transaction(async (tx) => {
    const failing = await markFailing(tx, endpoint.id, { now, isFirstTry: triesOf(row) === 1 })
    if (!failing || failing.turnedOffAt) return
    const isLong =
      failing.failedEvents >= minFailedEvents &&
      now.getTime() - (failing.failingSince ?? now).getTime() >= turnedOffAfterMs
    if (attempt.status !== 410 && !isLong) return
    const reason = attempt.status === 410 ? 'gone' : 'failing'
    await turnOff(tx, endpoint.id, { now, reason })
    await sendEmail(tx, ports, {
      kind: 'webhook_turned_off',
      dedupeKey: `endpoint/${endpoint.id}/${now.getTime()}`,
      to: email,
      data: { endpointId: endpoint.id, host: new URL(endpoint.url).host, reason },
    })
  })
}

function nextTry(row: DeliveryRow, { retryAfter }: Attempt, now: Date): NotSentError['next'] {
  const at = nextEventTry(row, now, Math.min(retryAfterMs(retryAfter, now), maxRetryAfterMs))
  return at && { at, lane: endpointLanes.failing }
}

/** Seconds or a date. */
function retryAfterMs(header: string | undefined, now: Date): number {
  if (header === undefined) return 0
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now.getTime()
  return Number.isNaN(ms) ? 0 : ms
}

/** Tells the creator of an event that was given up, once a day for each endpoint. */
export const tellOfGivenUp: OnFailed = async (tx, ports, { endpointId, kind }) => {
  const found = endpointId === null ? undefined : await findEndpointWithOwner(tx, endpointId)
  if (!found || found.endpoint.turnedOffAt) return
  const { endpoint, owner } = found
  await sendEmail(tx, ports, {
    kind: 'webhook_given_up',
    dedupeKey: `endpoint/${endpoint.id}/${utcDay(ports.clock.now())}`,
    to: owner.email,
    data: { endpointId: endpoint.id, host: new URL(endpoint.url).host, type: kind },
  })
}
