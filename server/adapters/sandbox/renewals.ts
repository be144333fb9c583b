import { eq, lte } from 'drizzle-orm'
import type { TestCard } from '../../../contract/sandbox.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Tx } from '../../db/database.ts'
import { isSandboxId, type SandboxContext } from './context.ts'
import { sandboxCustomers, sandboxSubscriptions } from './schema.ts'
import {
  addMonths,
  payRenewal,
  nextPeriodEnd as periodEndAfter,
  type Subscription,
  testClockNow,
  updateSubscription,
} from './subscription-store.ts'
import { outcomeOf } from './test-cards.ts'

/** A failed renewal is retried every three days; the fourth failure ends the subscription. */
const dunning = { retryIntervalMs: 3 * 24 * 3_600_000, maxFailures: 4 }

/** Locks the subscription until the transaction ends, and applies every renewal that is due by its clock. */
export async function lockSubscription(context: SandboxContext, tx: Tx, id: string): Promise<Subscription> {
  const [row] = isSandboxId('sub', id)
    ? await tx.select().from(sandboxSubscriptions).where(eq(sandboxSubscriptions.id, id)).for('update')
    : []
  if (!row) throw new Error('No such subscription')
  const now = await testClockNow(tx, context)
  let current = row
  while (current.nextRenewalAt && current.nextRenewalAt <= now)
    current = await renew(context, tx, current, current.nextRenewalAt)
  return current
}

/** Applies every renewal that is due. */
export async function renewDueSubscriptions(context: SandboxContext): Promise<void> {
  const now = await testClockNow(context.db, context)
  const due = await context.db
    .select({ id: sandboxSubscriptions.id })
    .from(sandboxSubscriptions)
    .where(lte(sandboxSubscriptions.nextRenewalAt, now))
  for (const { id } of due) await context.db.transaction((tx) => lockSubscription(context, tx, id))
}

async function renew(
  context: SandboxContext,
  tx: Tx,
  subscription: Subscription,
  at: Date,
): Promise<Subscription> {
  if (subscription.cancelAtPeriodEnd) return cancelSubscription(context, tx, subscription)
  if (subscription.testCard === 'renewal_fails' || subscription.testCard === 'renewal_authenticate')
    return recordFailedRenewal(context, tx, subscription, at)
  const currentPeriodEnd = nextPeriodEnd(subscription, at)
  await payRenewal(context, tx, subscription, { paidAt: at, periodStart: at, periodEnd: currentPeriodEnd })
  return updateSubscription(context, tx, subscription, { currentPeriodEnd, nextRenewalAt: currentPeriodEnd })
}

/** The next period begins, paid or not; an unpaid one ends after the last retry. */
async function recordFailedRenewal(
  context: SandboxContext,
  tx: Tx,
  subscription: Subscription,
  at: Date,
): Promise<Subscription> {
  const failedChargeCount = subscription.failedChargeCount + 1
  if (failedChargeCount >= dunning.maxFailures) return cancelSubscription(context, tx, subscription)
  return updateSubscription(context, tx, subscription, {
    state: 'past_due',
    failedChargeCount,
    nextRenewalAt: new Date(at.getTime() + dunning.retryIntervalMs),
    ...(failedChargeCount === 1 && { currentPeriodEnd: nextPeriodEnd(subscription, at) }),
  })
}

export function cancelSubscription(
  context: SandboxContext,
  tx: Tx,
  subscription: Subscription,
): Promise<Subscription> {
  return updateSubscription(context, tx, subscription, { state: 'canceled', nextRenewalAt: null })
}

function nextPeriodEnd({ startedAt }: Subscription, at: Date): Date {
  return periodEndAfter(startedAt ?? at, at)
}

/** Whether the bank waits for the subscriber's confirmation of a renewal. */
export function isConfirmationNeeded({ state, testCard }: Subscription): boolean {
  return state === 'past_due' && testCard === 'renewal_authenticate'
}

type SubscriberRequest = { id: string; userId: string }

/** The subscriber's answer at the bank: the renewal is paid, or the bank refuses it and it stays unpaid. */
export async function confirmRenewal(
  context: SandboxContext,
  { isApproved, ...request }: SubscriberRequest & { isApproved: boolean },
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const subscription = await lockOwnSubscription(context, tx, request)
    if (!isConfirmationNeeded(subscription)) throw new AppError('conflict', 'There’s no payment to confirm.')
    if (!isApproved)
      throw new AppError('conflict', 'Your bank couldn’t verify that it’s you. Nothing was charged.')
    await payOpenRenewal(context, tx, subscription)
  })
}

/** The card of the next payments; it pays an unpaid renewal at once. Throws AppError for a card that is declined. */
export async function changeCard(
  context: SandboxContext,
  { card, ...request }: SubscriberRequest & { card: TestCard },
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const subscription = await lockOwnSubscription(context, tx, request)
    if (subscription.state === 'incomplete' || subscription.state === 'canceled')
      throw new AppError('conflict', 'This subscription has no card to change.')
    const outcome = outcomeOf(card)
    if (outcome.state === 'open') throw new AppError('conflict', outcome.failure.message)
    const changed = await updateSubscription(context, tx, subscription, { testCard: card })
    if (changed.state === 'past_due') await payOpenRenewal(context, tx, changed)
  })
}

async function lockOwnSubscription(
  context: SandboxContext,
  tx: Tx,
  { id, userId }: SubscriberRequest,
): Promise<Subscription> {
  const [owner] = isSandboxId('sub', id)
    ? await tx
        .select({ userId: sandboxCustomers.userId })
        .from(sandboxSubscriptions)
        .innerJoin(sandboxCustomers, eq(sandboxCustomers.id, sandboxSubscriptions.customerId))
        .where(eq(sandboxSubscriptions.id, id))
    : []
  if (owner?.userId !== userId) throw new AppError('not_found', 'There’s no payment to confirm.')
  return lockSubscription(context, tx, id)
}

async function payOpenRenewal(context: SandboxContext, tx: Tx, subscription: Subscription): Promise<void> {
  const paidAt = await testClockNow(tx, context)
  const periodEnd = subscription.currentPeriodEnd ?? nextPeriodEnd(subscription, paidAt)
  const periodStart = addMonths(periodEnd, -1)
  await payRenewal(context, tx, subscription, { paidAt, periodStart, periodEnd })
  await updateSubscription(context, tx, subscription, {
    state: 'active',
    failedChargeCount: 0,
    nextRenewalAt: subscription.currentPeriodEnd,
  })
}
