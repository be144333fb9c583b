import { and, eq } from 'drizzle-orm'
import { limits } from '../../../contract/limits.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { SubscriptionCapability, SubscriptionSnapshot } from '../../ports/subscriptions.ts'
import { newClientSecret, newSandboxId, type SandboxContext } from './context.ts'
import { isConfirmationNeeded, lockSubscription } from './renewals.ts'
import { sandboxCustomers, sandboxInvoices, sandboxPayments, sandboxSubscriptions } from './schema.ts'
import { type Subscription, updateSubscription } from './subscription-store.ts'

/** Pro in the sandbox: the first payment by the common card form, renewals by a clock that can be advanced. */
export function subscriptions(context: SandboxContext): SubscriptionCapability {
  const read = (id: string) =>
    context.db.transaction(async (tx) => snapshotOf(tx, await lockSubscription(context, tx, id)))
  const setCancelAtPeriodEnd = (id: string, cancelAtPeriodEnd: boolean) =>
    context.db.transaction(async (tx) => {
      const subscription = await lockSubscription(context, tx, id)
      if (subscription.state === 'canceled') throw new Error('This subscription has ended')
      return snapshotOf(tx, await updateSubscription(context, tx, subscription, { cancelAtPeriodEnd }))
    })

  return {
    async createCustomer({ userId, email }, key) {
      const row = {
        id: newSandboxId('cus'),
        idempotencyKey: key,
        userId,
        email,
        createdAt: context.clock.now(),
      }
      await context.db.insert(sandboxCustomers).values(row).onConflictDoNothing()
      const [existing] = await context.db
        .select()
        .from(sandboxCustomers)
        .where(eq(sandboxCustomers.idempotencyKey, key))
      if (existing?.userId !== userId)
        throw new Error('This idempotency key was already used for another customer')
      return { customerId: existing.id }
    },
    create: ({ customerId }, key) =>
      context.db.transaction((tx) => createSubscription(context, tx, customerId, key)),
    get: read,
    cancelAtPeriodEnd: (id) => setCancelAtPeriodEnd(id, true),
    resume: (id) => setCancelAtPeriodEnd(id, false),
  }
}

/** Returns an unpaid subscription, whatever the key, because a second one could be paid twice. */
async function createSubscription(context: SandboxContext, tx: Tx, customerId: string, key: string) {
  const [customer] = await tx
    .select()
    .from(sandboxCustomers)
    .where(eq(sandboxCustomers.id, customerId))
    .for('update')
  if (!customer) throw new Error('No such customer')
  const existing = (await findIncomplete(tx, customerId)) ?? (await findByIdempotencyKey(tx, key))
  if (existing && existing.customerId !== customerId)
    throw new Error('This idempotency key was already used for another subscription')
  const subscriptionId = existing?.id ?? (await insert(context, tx, { customer, key }))
  const [payment] = await tx
    .select()
    .from(sandboxPayments)
    .where(eq(sandboxPayments.subscriptionId, subscriptionId))
  if (!payment) throw new Error(`Subscription ${subscriptionId} has no payment`)
  return { subscriptionId, clientSecret: payment.clientSecret }
}

type NewSubscription = { customer: typeof sandboxCustomers.$inferSelect; key: string }

async function insert(context: SandboxContext, tx: Tx, { customer, key }: NewSubscription): Promise<string> {
  const now = context.clock.now()
  const subscriptionId = newSandboxId('sub')
  const paymentId = newSandboxId('pi')
  await tx.insert(sandboxSubscriptions).values({
    id: subscriptionId,
    idempotencyKey: key,
    customerId: customer.id,
    state: 'incomplete',
    createdAt: now,
  })
  await tx.insert(sandboxPayments).values({
    id: paymentId,
    idempotencyKey: `${subscriptionId}/first`,
    clientSecret: newClientSecret(paymentId),
    subscriptionId,
    amount: limits.proMonthlyPriceAmount,
    currency: context.currency,
    description: 'Pro, monthly',
    buyerEmail: customer.email,
    state: 'open',
    createdAt: now,
    updatedAt: now,
  })
  return subscriptionId
}

async function findIncomplete(db: Db, customerId: string): Promise<Subscription | undefined> {
  const [row] = await db
    .select()
    .from(sandboxSubscriptions)
    .where(and(eq(sandboxSubscriptions.customerId, customerId), eq(sandboxSubscriptions.state, 'incomplete')))
  return row
}

async function findByIdempotencyKey(db: Db, key: string): Promise<Subscription | undefined> {
  const [row] = await db
    .select()
    .from(sandboxSubscriptions)
    .where(eq(sandboxSubscriptions.idempotencyKey, key))
  return row
}

async function snapshotOf(db: Db, subscription: Subscription): Promise<SubscriptionSnapshot> {
  const { id, state, customerId, currentPeriodEnd, cancelAtPeriodEnd } = subscription
  const [customer] = await db.select().from(sandboxCustomers).where(eq(sandboxCustomers.id, customerId))
  const invoices = await db
    .select()
    .from(sandboxInvoices)
    .where(eq(sandboxInvoices.subscriptionId, id))
    .orderBy(sandboxInvoices.paidAt)
  return {
    subscriptionId: id,
    state,
    userId: customer?.userId,
    currentPeriodEnd: currentPeriodEnd ?? undefined,
    cancelAtPeriodEnd,
    ...(isConfirmationNeeded(subscription) && { confirmationUrl: `/sandbox/renewals/${id}` }),
    invoices: invoices.map(({ id: invoiceId, amount, paidAt }) => ({ invoiceId, amount, paidAt })),
  }
}
