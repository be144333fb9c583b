import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../../db/database.ts'
import { recordMovement } from './balance-transactions.ts'
import { newClientSecret, newSandboxId, type SandboxContext } from './context.ts'
import { enqueueWebhook } from './events.ts'
import {
  sandboxClock,
  sandboxCustomers,
  sandboxInvoices,
  sandboxPayments,
  sandboxSubscriptions,
} from './schema.ts'

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

type Billed = { paymentId: string; paidAt: Date; periodStart: Date; periodEnd: Date }

async function addInvoice(tx: Tx, { id, amount }: Subscription, billed: Billed): Promise<void> {
  const invoice = { id: newSandboxId('in'), subscriptionId: id, amount, ...billed }
  await tx.insert(sandboxInvoices).values(invoice)
}

/** Charges the subscription's card for another month: a payment of its own, with its invoice. */
export async function payRenewal(
  context: SandboxContext,
  tx: Tx,
  subscription: Subscription,
  { paidAt, periodStart, periodEnd }: Omit<Billed, 'paymentId'>,
): Promise<void> {
  const [customer] = await tx
    .select()
    .from(sandboxCustomers)
    .where(eq(sandboxCustomers.id, subscription.customerId))
  const paymentId = newSandboxId('pi')
  const now = context.clock.now()
  await tx.insert(sandboxPayments).values({
    id: paymentId,
    idempotencyKey: `${subscription.id}/${paymentId}`,
    clientSecret: newClientSecret(paymentId),
    subscriptionId: subscription.id,
    amount: subscription.amount,
    currency: context.currency,
    description: proDescription,
    buyerEmail: customer?.email ?? null,
    state: 'paid',
    testCard: subscription.testCard,
    createdAt: now,
    updatedAt: now,
  })
  await recordMovement(context, tx, { kind: 'payment', sourceId: paymentId, amount: subscription.amount })
  await addInvoice(tx, subscription, { paymentId, paidAt, periodStart, periodEnd })
}

export const proDescription = 'Pro, monthly'

/** The first payment starts the first period; a failed one sends a webhook too. */
export async function onFirstPaymentUpdated(
  context: SandboxContext,
  tx: Tx,
  id: string,
  payment: Pick<typeof sandboxPayments.$inferSelect, 'id' | 'state' | 'testCard'>,
): Promise<void> {
  const [subscription] = await tx
    .select()
    .from(sandboxSubscriptions)
    .where(eq(sandboxSubscriptions.id, id))
    .for('update')
  if (!subscription) throw new Error(`Subscription ${id} does not exist`)
  const { state, testCard } = payment
  if (state !== 'paid') return enqueueWebhook(context, tx, 'subscription.updated', id)

  const startedAt = await testClockNow(tx, context)
  const currentPeriodEnd = addMonths(startedAt, 1)
  await addInvoice(tx, subscription, {
    paymentId: payment.id,
    paidAt: startedAt,
    periodStart: startedAt,
    periodEnd: currentPeriodEnd,
  })
  await updateSubscription(context, tx, subscription, {
    state: 'active',
    testCard,
    startedAt,
    currentPeriodEnd,
    nextRenewalAt: currentPeriodEnd,
  })
}

/** Adds months in UTC; in a shorter month the result is its last day. */
export function addMonths(start: Date, months: number): Date {
  const date = new Date(start)
  date.setUTCMonth(start.getUTCMonth() + months)
  if (date.getUTCDate() !== start.getUTCDate()) date.setUTCDate(0)
  return date
}

/** The end of the period that begins at `from`: whole months from the start, so that the 31st stays the 31st. */
export function nextPeriodEnd(start: Date, from: Date): Date {
  for (let months = 1; ; months += 1) {
    const end = addMonths(start, months)
    if (end > from) return end
  }
}
