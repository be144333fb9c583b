import { eq, lte } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import { sandboxSubscriptions } from '../../db/schema/sandbox.ts'
import type { Desk } from './desk.ts'
import { isSandboxId } from './ids.ts'
import { periodEnd } from './months.ts'
import { addInvoice, changeSubscription, type Subscription, subscriptionNow } from './subscription-books.ts'

/** A renewal that failed is tried again every three days; the fourth failure ends the subscription. */
const patience = { betweenMs: 3 * 24 * 3_600_000, failures: 4 }

/** Nobody else changes the subscription until the transaction ends; every renewal due by its clock has been tried. */
export async function lockSubscription(desk: Desk, tx: Tx, id: string): Promise<Subscription> {
  const [found] = isSandboxId('sub', id)
    ? await tx.select().from(sandboxSubscriptions).where(eq(sandboxSubscriptions.id, id)).for('update')
    : []
  if (!found) throw new Error('There is no such subscription')
  const now = await subscriptionNow(tx, desk)
  let current = found
  while (current.nextChargeAt && current.nextChargeAt <= now)
    current = await renew(desk, tx, current, current.nextChargeAt)
  return current
}

/** Tries every renewal that is due. */
export async function renewDue(desk: Desk): Promise<void> {
  const now = await subscriptionNow(desk.db, desk)
  const due = await desk.db
    .select({ id: sandboxSubscriptions.id })
    .from(sandboxSubscriptions)
    .where(lte(sandboxSubscriptions.nextChargeAt, now))
  for (const { id } of due) await desk.db.transaction((tx) => lockSubscription(desk, tx, id))
}

async function renew(desk: Desk, tx: Tx, subscription: Subscription, at: Date): Promise<Subscription> {
  if (subscription.cancelAtPeriodEnd) return end(desk, tx, subscription)
  if (subscription.card === 'renewal_fails') return fail(desk, tx, subscription, at)
  await addInvoice(tx, subscription.id, at)
  const currentPeriodEnd = nextEnd(subscription, at)
  return changeSubscription(desk, tx, subscription, { currentPeriodEnd, nextChargeAt: currentPeriodEnd })
}

/** The next period has begun, paid or not; what is not paid in time ends. */
async function fail(desk: Desk, tx: Tx, subscription: Subscription, at: Date): Promise<Subscription> {
  const failures = subscription.failures + 1
  if (failures >= patience.failures) return end(desk, tx, subscription)
  return changeSubscription(desk, tx, subscription, {
    state: 'past_due',
    failures,
    nextChargeAt: new Date(at.getTime() + patience.betweenMs),
    ...(failures === 1 && { currentPeriodEnd: nextEnd(subscription, at) }),
  })
}

function end(desk: Desk, tx: Tx, subscription: Subscription): Promise<Subscription> {
  return changeSubscription(desk, tx, subscription, { state: 'canceled', nextChargeAt: null })
}

function nextEnd({ startedAt }: Subscription, at: Date): Date {
  return periodEnd(startedAt ?? at, at)
}
