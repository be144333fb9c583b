import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { placeholder, sql } from 'drizzle-orm'
import pMap from 'p-map'
import { coalescePerPool } from '../../db/coalesce.ts'
import type { Database } from '../../db/database.ts'
import { arrayPlaceholder, columnsOf, preparedSql } from '../../db/prepared-query.ts'
import type { SandboxContext } from './context.ts'
import { sign, signatureHeader, webhookBody } from './events.ts'
import { renewDueSubscriptions } from './renewals.ts'
import { type EventType, sandboxDeliveries } from './schema.ts'
import { findDuePayments, lockPayment } from './transitions.ts'

/** Seconds from each attempt to the next one. */
const retryDelaysSeconds = [5, 30, 120, 600]
const batchSize = 50
/** Webhooks that are sent at the same time. Those of an object are sent one after the other, in their order. */
const maxConcurrentWebhooks = 8
const requestTimeoutMs = 5_000
/** `fetch` takes three times the CPU time. */
const agent = new Agent({ keepAlive: true })

/** `id`, `type` and `objectId` are those of the stored row. */
type Delivery = { id: string; type: EventType; objectId: string }

/** Sends every due webhook over HTTP like a real provider. Returns how many were due. */
export async function deliverDueWebhooks(context: SandboxContext, url: string): Promise<number> {
  const due = await claimDue(context)
  const sent = context.faultInjection.perturb(due)
  const dropped = due.filter((delivery) => !sent.includes(delivery))
  await Promise.all(dropped.map((delivery) => recordAttempt(context, delivery, 'dropped')))
  const byObject = Map.groupBy(sent, ({ objectId }) => objectId)
  const sendInOrder = async (deliveries: Array<Delivery>) => {
    for (const delivery of deliveries)
      await recordAttempt(context, delivery, await postWebhook(context, delivery, url))
  }
  await pMap(byObject.values(), sendInOrder, { concurrency: maxConcurrentWebhooks })
  return due.length
}

/** Applies everything due: payments, disputes, failing refunds and renewals. */
export async function applyDueTransitions(context: SandboxContext): Promise<void> {
  for (const id of await findDuePayments(context))
    await context.db.transaction((tx) => lockPayment(context, tx, id))
  await renewDueSubscriptions(context)
}

/** Applies transitions and delivers webhooks until stopped. `stop` waits for running work. */
export function startWebhookWorker(
  context: SandboxContext,
  { url, intervalMs }: { url: string; intervalMs: number },
) {
  const stopping = new AbortController()
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await runOnce(context, url).catch((error) =>
        context.log.error({ err: error }, 'sandbox: webhook delivery failed'),
      )
      await sleep(intervalMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })()
  return async () => {
    stopping.abort()
    await running
  }
}

async function runOnce(context: SandboxContext, url: string): Promise<void> {
  await applyDueTransitions(context)
  await deliverDueWebhooks(context, url)
}

/**
 * The due deliveries, those due first; of the same time, those inserted first. Schedules the next attempt of each before this one is made, so that a crash in
 * between delays a webhook and does not lose it.
 */
async function claimDue({ db, clock }: SandboxContext): Promise<Array<Delivery>> {
  const { rows } = await claimDeliveries(db, { now: clock.now(), batchSize, delays: retryDelaysSeconds })
  return rows.map(({ object_id, ...delivery }) => ({ ...delivery, objectId: object_id }))
}

const claimDeliveries = preparedSql<Pick<Delivery, 'id' | 'type'> & { object_id: string }>(
  'claim_sandbox_deliveries',
  sql`with due as materialized (
      select id, next_attempt_at as due_at, created_at, ctid as position from ${sandboxDeliveries}
      where next_attempt_at <= ${placeholder('now')}::timestamptz
      order by next_attempt_at, created_at, ctid limit ${placeholder('batchSize')}::int for update skip locked
    ), claimed as (
      update ${sandboxDeliveries} as delivery set attempt_count = attempt_count + 1,
        next_attempt_at = ${placeholder('now')}::timestamptz
          + (${arrayPlaceholder('delays', 'int')})[attempt_count + 1] * interval '1 second'
      from due where delivery.id = due.id
      returning delivery.id, type, object_id, due_at, due.created_at, position
    )
    select id, type, object_id from claimed order by due_at, created_at, position`,
)

/** The status of the response, or that there was none. A redirect is not followed. */
function postWebhook({ secret, clock }: SandboxContext, delivery: Delivery, url: string): Promise<string> {
  const body = webhookBody(delivery)
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    [signatureHeader]: sign(secret, body, clock.now()),
  }
  return new Promise((resolve) => {
    const sent = request(url, { agent, method: 'POST', headers }, (response) => {
      response.resume().on('close', () => resolve(String(response.statusCode)))
    })
    const timer = setTimeout(() => sent.destroy(new Error('No response in time')), requestTimeoutMs)
    sent.on('error', () => resolve('unreachable')).on('close', () => clearTimeout(timer))
    sent.end(body)
  })
}

/** A dropped webhook counts as delivered in the sandbox. Concurrent callers share a statement. */
async function recordAttempt(
  { db, clock }: SandboxContext,
  { id }: Delivery,
  responseStatus: string,
): Promise<void> {
  const isFinal = /^2\d\d$|^dropped$/.test(responseStatus)
  await setAttempted(db, { id, responseStatus, isFinal: String(isFinal), now: clock.now() })
}

type Attempt = { id: string; responseStatus: string; isFinal: string; now: Date }

const setAttempted = coalescePerPool(async (db: Database, attempts: Array<Attempt>) => {
  await updateAttempted(db, columnsOf(attempts))
  return attempts
})

const updateAttempted = preparedSql(
  'record_sandbox_attempts',
  sql`update ${sandboxDeliveries} as delivery set last_response_status = attempt.response_status,
      next_attempt_at = case when attempt.is_final then null else next_attempt_at end,
      delivered_at = case when attempt.is_final then attempt.now else delivered_at end
    from (
      select distinct on (id) id, response_status, is_final::boolean as is_final, now
      from unnest(${arrayPlaceholder('id', 'text')}, ${arrayPlaceholder('responseStatus', 'text')},
        ${arrayPlaceholder('isFinal', 'text')}, ${arrayPlaceholder('now', 'timestamptz')})
        as input (id, response_status, is_final, now)
      order by id, is_final::boolean desc
    ) attempt
    where delivery.id = attempt.id`,
)
