import { eq } from 'drizzle-orm'
import { limits } from '../../../contract/limits.ts'
import type { Db, Tx } from '../../db/database.ts'
import { addMonths } from './billing-periods.ts'
import type { SandboxContext } from './context.ts'
import { enqueueWebhook } from './events.ts'
import { newSandboxId } from './ids.ts'
import { sandboxClock, sandboxInvoices, type sandboxPayments, sandboxSubscriptions } from './schema.ts'

export type Subscription = typeof sandboxSubscriptions.$inferSelect

const msPerDay = 24 * 3_600_000

/** Subscriptions have a clock of their own, which can be advanced by days. */
export async function testClockNow(db: Db, { clock }: SandboxContext): Promise<Date> {
  const [testClock] = await db.select().from(sandboxClock)
  return new Date(clock.now().getTime() + (testClock?.offsetDays ?? 0) * msPerDay)
}

/** Updates a subscription and inserts its webhook. */
export async function updateSubscription(
  context: SandboxContext,
  tx: Tx,
  subscription: Subscription,
  values: Partial<Subscription>,
): Promise<Subscription> {
  await tx.update(sandboxSubscriptions).set(values).where(eq(sandboxSubscriptions.id, subscription.id))
  await enqueueWebhook(context, tx, 'subscription.updated', subscription.id)
  return { ...subscription, ...values }
}

export async function addInvoice(tx: Tx, subscriptionId: string, paidAt: Date): Promise<void> {
  const invoice = { id: newSandboxId('in'), subscriptionId, amount: limits.proMonthlyPriceAmount, paidAt }
  await tx.insert(sandboxInvoices).values(invoice)
}

/** The first payment starts the first period; a failed one sends a webhook too. */
export async function onFirstPaymentUpdated(
  context: SandboxContext,
  tx: Tx,
  id: string,
  { state, testCard }: Pick<typeof sandboxPayments.$inferSelect, 'state' | 'testCard'>,
): Promise<void> {
  const [subscription] = await tx
    .select()
    .from(sandboxSubscriptions)
    .where(eq(sandboxSubscriptions.id, id))
    .for('update')
  if (!subscription) throw new Error(`Subscription ${id} does not exist`)
  if (state !== 'paid') return enqueueWebhook(context, tx, 'subscription.updated', id)

  const startedAt = await testClockNow(tx, context)
  const currentPeriodEnd = addMonths(startedAt, 1)
  await addInvoice(tx, id, startedAt)
  await updateSubscription(context, tx, subscription, {
    state: 'active',
    testCard,
    startedAt,
    currentPeriodEnd,
    nextRenewalAt: currentPeriodEnd,
  })
}
