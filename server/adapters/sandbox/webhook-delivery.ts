import { setTimeout as sleep } from 'node:timers/promises'
import { asc, eq, lte, sql } from 'drizzle-orm'
import pMap from 'p-map'
import type { SandboxContext } from './context.ts'
import { sign, signatureHeader, webhookBody } from './events.ts'
import { renewDueSubscriptions } from './renewals.ts'
import { sandboxDeliveries } from './schema.ts'
import { findDuePayments, lockPayment } from './transitions.ts'

/** Seconds from each attempt to the next one. */
const retryDelaysSeconds = [5, 30, 120, 600]
const batchSize = 50
/** Webhooks that are sent at the same time. Those of an object are sent one after the other, in their order. */
const maxConcurrentWebhooks = 8
const requestTimeoutMs = 5_000

type Delivery = typeof sandboxDeliveries.$inferSelect

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
 * The due deliveries, those due first; of the same time, those inserted first. Schedules the next attempt of each before
 * this one is made, so that a crash in between delays a webhook and does not lose it.
 */
async function claimDue({ db, clock }: SandboxContext): Promise<Array<Delivery>> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const { id, nextAttemptAt, createdAt } = sandboxDeliveries
    const due = await tx
      .select()
      .from(sandboxDeliveries)
      .where(lte(nextAttemptAt, now))
      .orderBy(asc(nextAttemptAt), asc(createdAt), sql`ctid`)
      .limit(batchSize)
      .for('update', { skipLocked: true })
    for (const delivery of due)
      await tx
        .update(sandboxDeliveries)
        .set({ attemptCount: delivery.attemptCount + 1, nextAttemptAt: timeAfter(delivery, now) })
        .where(eq(id, delivery.id))
    return due
  })
}

/** The time of the attempt after this one; null after the last. */
function timeAfter({ attemptCount }: Delivery, now: Date): Date | null {
  const delaySeconds = retryDelaysSeconds[attemptCount]
  return delaySeconds === undefined ? null : new Date(now.getTime() + delaySeconds * 1000)
}

/** The status of the response, or that there was none. A redirect is not followed. */
async function postWebhook(
  { secret, clock }: SandboxContext,
  delivery: Delivery,
  url: string,
): Promise<string> {
  const body = webhookBody(delivery)
  const headers = {
    'content-type': 'application/json',
    [signatureHeader]: sign(secret, body, clock.now()),
  }
  const signal = AbortSignal.timeout(requestTimeoutMs)
  return fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal }).then(
    async (response) => {
      await response.body?.cancel()
      return String(response.status)
    },
    () => 'unreachable',
  )
}

/** A dropped webhook counts as delivered in the sandbox. */
async function recordAttempt(
  { db, clock }: SandboxContext,
  { id }: Delivery,
  responseStatus: string,
): Promise<void> {
  const isFinal = /^2\d\d$|^dropped$/.test(responseStatus)
  await db
    .update(sandboxDeliveries)
    .set({
      lastResponseStatus: responseStatus,
      ...(isFinal && { nextAttemptAt: null, deliveredAt: clock.now() }),
    })
    .where(eq(sandboxDeliveries.id, id))
}
