import { eq, lte } from 'drizzle-orm'
import type { Tx } from '../../db/database.ts'
import { sandboxSubscriptions } from '../../db/schema/sandbox.ts'
import { nextPeriodEnd as periodEndAfter } from './billing-periods.ts'
import type { SandboxContext } from './context.ts'
import { isSandboxId } from './ids.ts'
import { addInvoice, type Subscription, testClockNow, updateSubscription } from './subscription-store.ts'

/** A renewal that failed is tried again every three days; the fourth failure ends the subscription. */
const dunning = { retryIntervalMs: 3 * 24 * 3_600_000, failures: 4 }

/** Nobody else changes the subscription until the transaction ends; every renewal due by its clock has been tried. */
export async function lockSubscription(desk: SandboxContext, tx: Tx, id: string): Promise<Subscription> {
  const [row] = isSandboxId('sub', id)
    ? await tx.select().from(sandboxSubscriptions).where(eq(sandboxSubscriptions.id, id)).for('update')
    : []
  if (!row) throw new Error('There is no such subscription')
  const now = await testClockNow(tx, desk)
  let current = row
  while (current.nextChargeAt && current.nextChargeAt <= now)
    current = await renew(desk, tx, current, current.nextChargeAt)
  return current
}

/** Tries every renewal that is due. */
export async function renewDueSubscriptions(desk: SandboxContext): Promise<void> {
  const now = await testClockNow(desk.db, desk)
  const due = await desk.db
    .select({ id: sandboxSubscriptions.id })
    .from(sandboxSubscriptions)
    .where(lte(sandboxSubscriptions.nextChargeAt, now))
  for (const { id } of due) await desk.db.transaction((tx) => lockSubscription(desk, tx, id))
}

async function renew(
  desk: SandboxContext,
  tx: Tx,
  subscription: Subscription,
  at: Date,
): Promise<Subscription> {
  if (subscription.cancelAtPeriodEnd) return cancelSubscription(desk, tx, subscription)
  if (subscription.card === 'renewal_fails') return recordFailedRenewal(desk, tx, subscription, at)
  await addInvoice(tx, subscription.id, at)
  const currentPeriodEnd = nextPeriodEnd(subscription, at)
  return updateSubscription(desk, tx, subscription, { currentPeriodEnd, nextChargeAt: currentPeriodEnd })
}

/** The next period has begun, paid or not; what is not paid in time ends. */
async function recordFailedRenewal(
  desk: SandboxContext,
  tx: Tx,
  subscription: Subscription,
  at: Date,
): Promise<Subscription> {
  const maxAttempts = subscription.failures + 1
  if (maxAttempts >= dunning.failures) return cancelSubscription(desk, tx, subscription)
  return updateSubscription(desk, tx, subscription, {
    state: 'past_due',
    failures: maxAttempts,
    nextChargeAt: new Date(at.getTime() + dunning.retryIntervalMs),
    ...(maxAttempts === 1 && { currentPeriodEnd: nextPeriodEnd(subscription, at) }),
  })
}

function cancelSubscription(desk: SandboxContext, tx: Tx, subscription: Subscription): Promise<Subscription> {
  return updateSubscription(desk, tx, subscription, { state: 'canceled', nextChargeAt: null })
}

function nextPeriodEnd({ startedAt }: Subscription, at: Date): Date {
  return periodEndAfter(startedAt ?? at, at)
}
