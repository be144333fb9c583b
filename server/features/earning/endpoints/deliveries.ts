import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import * as contract from '../../../../contract/webhook-deliveries.ts'
import type { testWebhookAddress, WebhookTest } from '../../../../contract/webhook-endpoints.ts'
import { AppError } from '../../../../domain/errors.ts'
import { nextId } from '../../../db/schema/columns.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import type { SentEvent } from '../../telling/deliveries/event-tries.ts'
import { requireEndpoint } from './endpoints.ts'
import { eventIdOf, writeTest } from './payload.ts'
import { type Attempt, postEvent } from './post-event.ts'
import {
  countResent,
  type EndpointRow,
  findOwnDelivery,
  finishTest,
  insertTest,
  insertTry,
  type ListedDelivery,
  markFailing,
  markWorking,
  resendDelivery as resend,
  resendSince,
  selectDeliveries,
  selectTries,
} from './repository.ts'
import { newSecret, secretsOf } from './secrets.ts'

const pageSize = 50

export async function listDeliveries(
  ports: Ports,
  viewer: Viewer,
  id: number,
  { show, before }: z.output<typeof contract.listWebhookDeliveries.query>,
) {
  await requireEndpoint(ports, viewer, id)
  const rows = await selectDeliveries(ports.db, id, { show, before, limit: pageSize + 1 })
  return { deliveries: rows.slice(0, pageSize).map(present), hasMore: rows.length > pageSize }
}

async function requireDelivery({ db }: Ports, viewer: Viewer, id: number) {
  const row = await findOwnDelivery(db, { id, creatorId: viewer.id })
  if (!row) throw new AppError('not_found', 'This delivery isn’t kept anymore.')
  return row
}

export async function getDelivery(
  ports: Ports,
  viewer: Viewer,
  id: number,
): Promise<contract.WebhookDeliveryDetail> {
  const row = await requireDelivery(ports, viewer, id)
  const { body, from = 0 } = row.delivery.data as SentEvent
  const tries = await selectTries(ports.db, id)
  const { state, attempts } = row.delivery
  return {
    ...present(row),
    endpointId: row.endpoint.id,
    tries: tries.map(({ at, status, durationMs, problem }) => ({
      at: at.toISOString(),
      status,
      durationMs,
      problem,
    })),
    nextTry: state === 'waiting' ? Math.min(attempts - from + 1, contract.maxTries) : null,
    maxTries: contract.maxTries,
    payload: body ?? null,
    answer: tries.at(-1)?.answer ?? '',
  }
}

function present({ delivery, status, lastTryAt }: ListedDelivery): contract.WebhookDelivery {
  const { id, kind, state, createdAt, nextAt, data } = delivery
  return {
    id,
    eventId: eventIdOf(delivery),
    type: kind,
    about: (data as SentEvent).about ?? '',
    state,
    createdAt: createdAt.toISOString(),
    status,
    lastTryAt: lastTryAt?.toISOString() ?? null,
    nextTryAt: state === 'waiting' ? nextAt.toISOString() : null,
  }
}

function requireOn({ turnedOffAt }: EndpointRow): void {
  if (turnedOffAt) throw new AppError('conflict', 'This endpoint is turned off. Turn it on first.')
}

/** With the same id and payload. Throws AppError `conflict` for a test, and while the endpoint is turned off. */
export async function resendDelivery(ports: Ports, viewer: Viewer, id: number) {
  const { endpoint, delivery } = await requireDelivery(ports, viewer, id)
  requireOn(endpoint)
  if (delivery.eventId === null) throw new AppError('conflict', 'Send another test instead.')
  await resend(ports.db, id, ports.clock.now())
  return getDelivery(ports, viewer, id)
}

type Since = z.output<typeof contract.resendWebhookDeliveries.body>
const maxBackMs = 30 * 24 * 3_600_000

async function resendOf(ports: Ports, viewer: Viewer, id: number, { since, show }: Since) {
  const endpoint = await requireEndpoint(ports, viewer, id)
  const earliest = ports.clock.now().getTime() - maxBackMs
  return { endpoint, show, since: new Date(Math.max(Date.parse(since), earliest)) }
}

export async function countResend(ports: Ports, viewer: Viewer, id: number, since: Since) {
  return { count: await countResent(ports.db, await resendOf(ports, viewer, id, since)) }
}

export async function resendDeliveries(ports: Ports, viewer: Viewer, id: number, since: Since) {
  const meant = await resendOf(ports, viewer, id, since)
  requireOn(meant.endpoint)
  return { count: await resendSince(ports.db, meant, ports.clock.now()) }
}

/** Tries an address before it is an endpoint. Nothing is kept. */
export async function testAddress(
  ports: Ports,
  { url, format }: z.output<typeof testWebhookAddress.body>,
): Promise<WebhookTest> {
  const id = await newId(ports)
  const { body } = writeTest(format, { id, now: ports.clock.now() })
  return presentTest(
    await postEvent(ports, { url, body, id: eventIdOf({ id, eventId: null }), secrets: [newSecret()] }),
  )
}

/** Also one that is turned off, so that its creator sees whether it answers again. */
export async function testEndpoint(ports: Ports, viewer: Viewer, endpointId: number): Promise<WebhookTest> {
  const { db, clock } = ports
  const endpoint = await requireEndpoint(ports, viewer, endpointId)
  const now = clock.now()
  const id = await newId(ports)
  const written = writeTest(endpoint.format, { id, now })
  await db.transaction((tx) => insertTest(tx, { endpointId, id, now, written }))
  const attempt = await postEvent(ports, {
    url: endpoint.url,
    body: written.body,
    id: eventIdOf({ id, eventId: null }),
    secrets: secretsOf(ports, endpoint),
  })
  await insertTry(db, id, attempt, clock.now())
  await finishTest(db, id, attempt, clock.now())
  if (attempt.problem === '') await markWorking(db, endpointId, clock.now())
  else await db.transaction((tx) => markFailing(tx, endpointId, { now: clock.now(), isFirstTry: false }))
  return presentTest(attempt)
}

async function newId({ db }: Pick<Ports, 'db'>): Promise<number> {
  const { rows } = await db.execute<{ id: string }>(sql`select ${nextId} as id`)
  return Number(rows[0]?.id)
}

/** Without the answer's text: an address that is no endpoint is not read from. */
function presentTest({ status, durationMs, problem }: Attempt): WebhookTest {
  // Nothing is turned off by a test.
  return { status, durationMs, problem: status === 410 ? 'It answered 410.' : problem }
}
