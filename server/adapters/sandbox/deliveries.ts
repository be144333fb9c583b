import { setTimeout as sleep } from 'node:timers/promises'
import { eq, lte } from 'drizzle-orm'
import { sandboxDeliveries } from '../../db/schema/sandbox.ts'
import { duePayments, lockPayment } from './clockwork.ts'
import type { Desk } from './desk.ts'
import { bodyOf } from './events.ts'
import { renewDue } from './renewals.ts'
import { sign, signatureHeader } from './signature.ts'

/** Seconds before each try. */
const waits = [0, 5, 30, 120, 600]
const batch = 50
const patienceMs = 5_000

type Delivery = typeof sandboxDeliveries.$inferSelect

/** Posts every webhook that is due, over HTTP like any provider. Returns how many were due. */
export async function deliverDue(desk: Desk, url: string): Promise<number> {
  const due = await claimDue(desk)
  const posted = desk.mishaps.posted(due)
  for (const lost of due.filter((delivery) => !posted.includes(delivery))) await record(desk, lost, 'dropped')
  for (const delivery of posted) await record(desk, delivery, await post(desk, delivery, url))
  return due.length
}

/** Everything whose time has come: payments, disputes, failing refunds and renewals. */
export async function settleDue(desk: Desk): Promise<void> {
  for (const id of await duePayments(desk)) await desk.db.transaction((tx) => lockPayment(desk, tx, id))
  await renewDue(desk)
}

/** Settles and delivers until stopped. `stop` waits for what is in hand. */
export function startDeliveries(desk: Desk, { url, intervalMs }: { url: string; intervalMs: number }) {
  const stopping = new AbortController()
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await round(desk, url).catch((error) =>
        desk.log.error({ err: error }, 'sandbox: webhooks not delivered'),
      )
      await sleep(intervalMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  })()
  return async () => {
    stopping.abort()
    await running
  }
}

async function round(desk: Desk, url: string): Promise<void> {
  await settleDue(desk)
  await deliverDue(desk, url)
}

/** The next try is fixed before this one is made, so a crash in between costs a wait, not the webhook. */
async function claimDue({ db, clock }: Desk): Promise<Array<Delivery>> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const due = await tx
      .select()
      .from(sandboxDeliveries)
      .where(lte(sandboxDeliveries.nextTryAt, now))
      .orderBy(sandboxDeliveries.nextTryAt, sandboxDeliveries.createdAt)
      .limit(batch)
      .for('update', { skipLocked: true })
    for (const { id, tries } of due) {
      const wait = waits[tries + 1]
      const nextTryAt = wait === undefined ? null : new Date(now.getTime() + wait * 1000)
      await tx
        .update(sandboxDeliveries)
        .set({ tries: tries + 1, nextTryAt })
        .where(eq(sandboxDeliveries.id, id))
    }
    return due
  })
}

async function post({ secret, clock }: Desk, delivery: Delivery, url: string): Promise<string> {
  const body = bodyOf(delivery)
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [signatureHeader]: sign(secret, body, clock.now()) },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    })
    await answer.body?.cancel()
    return String(answer.status)
  } catch {
    return 'unreachable'
  }
}

/** A dropped webhook is one the sandbox believes delivered. */
async function record({ db, clock }: Desk, { id }: Delivery, lastAnswer: string): Promise<void> {
  const isOver = /^2\d\d$|^dropped$/.test(lastAnswer)
  await db
    .update(sandboxDeliveries)
    .set({ lastAnswer, ...(isOver && { nextTryAt: null, deliveredAt: clock.now() }) })
    .where(eq(sandboxDeliveries.id, id))
}
