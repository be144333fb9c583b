import { setTimeout as sleep } from 'node:timers/promises'
import { eq, lte } from 'drizzle-orm'
import type { SandboxContext } from './context.ts'
import { webhookBody } from './events.ts'
import { renewDueSubscriptions } from './renewals.ts'
import { findDuePayments, lockPayment } from './scheduled-transitions.ts'
import { sandboxDeliveries } from './schema.ts'
import { sign, signatureHeader } from './webhook-signature.ts'

/** Seconds before each attempt. */
const retryDelaysSeconds = [0, 5, 30, 120, 600]
const batchSize = 50
const requestTimeoutMs = 5_000

type Delivery = typeof sandboxDeliveries.$inferSelect

/** Sends every due webhook over HTTP like a real provider. Returns how many were due. */
export async function deliverDueWebhooks(context: SandboxContext, url: string): Promise<number> {
  const due = await claimDue(context)
  const sent = context.faultInjection.perturb(due)
  for (const dropped of due.filter((delivery) => !sent.includes(delivery)))
    await recordAttempt(context, dropped, 'dropped')
  for (const delivery of sent)
    await recordAttempt(context, delivery, await postWebhook(context, delivery, url))
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

/** Schedules the next attempt before this one is made, so a crash in between delays the webhook and does not lose it. */
async function claimDue({ db, clock }: SandboxContext): Promise<Array<Delivery>> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(sandboxDeliveries)
      .where(lte(sandboxDeliveries.nextAttemptAt, now))
      .orderBy(sandboxDeliveries.nextAttemptAt, sandboxDeliveries.createdAt)
      .limit(batchSize)
      .for('update', { skipLocked: true })
    for (const { id, attemptCount } of due) {
      const delaySeconds = retryDelaysSeconds[attemptCount + 1]
      const nextAttemptAt = delaySeconds === undefined ? null : new Date(now.getTime() + delaySeconds * 1000)
      await tx
        .update(sandboxDeliveries)
        .set({ attemptCount: attemptCount + 1, nextAttemptAt })
        .where(eq(sandboxDeliveries.id, id))
    }
    return due
  })
}

async function postWebhook(
  { secret, clock }: SandboxContext,
  delivery: Delivery,
  url: string,
): Promise<string> {
  const body = webhookBody(delivery)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [signatureHeader]: sign(secret, body, clock.now()) },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(requestTimeoutMs),
    })
    await response.body?.cancel()
    return String(response.status)
  } catch {
    return 'unreachable'
  }
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
