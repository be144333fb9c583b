import { and, eq } from 'drizzle-orm'
import type { MinorUnits } from '../../../contract/money.ts'
import type { Db, Tx } from '../../db/database.ts'
import type {
  CreatedSubscription,
  SubscriptionCapability,
  SubscriptionSnapshot,
} from '../../ports/subscriptions.ts'
import { newClientSecret, newSandboxId, type SandboxContext } from './context.ts'
import { cancelSubscription, isConfirmationNeeded, lockSubscription } from './renewals.ts'
import { sandboxCustomers, sandboxInvoices, sandboxPayments, sandboxSubscriptions } from './schema.ts'
import { addMonths, proDescription, type Subscription, updateSubscription } from './subscription-store.ts'

/** Pro in the sandbox: the first payment by the common card form, renewals by a clock that can be advanced. */
export function subscriptions(context: SandboxContext, price: MinorUnits): SubscriptionCapability {
  const read = (id: string) =>
    context.db.transaction(async (tx) => snapshotOf(context, tx, await lockSubscription(context, tx, id)))
  const setCancelAtPeriodEnd = (id: string, cancelAtPeriodEnd: boolean) =>
    context.db.transaction(async (tx) => {
      const subscription = await lockSubscription(context, tx, id)
      if (subscription.state === 'canceled') throw new Error('This subscription has ended')
      return snapshotOf(
        context,
        tx,
        await updateSubscription(context, tx, subscription, { cancelAtPeriodEnd }),
      )
    })

  return {
    getPrice: async () => ({
      amount: price,
      currency: context.currency,
      interval: 'month',
      intervalCount: 1,
      isActive: true,
    }),
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
      context.db.transaction((tx) => createSubscription(context, tx, { customerId, key, price })),
    get: read,
    async findInvoicePayment(invoiceId) {
      const [invoice] = await context.db
        .select()
        .from(sandboxInvoices)
        .where(eq(sandboxInvoices.id, invoiceId))
      return invoice?.paymentId ?? undefined
    },
    createCardPage: async ({ subscriptionId }) => ({ url: cardPage(subscriptionId) }),
    cancelAtPeriodEnd: (id) => setCancelAtPeriodEnd(id, true),
    resume: (id) => setCancelAtPeriodEnd(id, false),
    cancelNow: (id) =>
      context.db.transaction(async (tx) => {
        const subscription = await lockSubscription(context, tx, id)
        return snapshotOf(
          context,
          tx,
          subscription.state === 'canceled'
            ? subscription
            : await cancelSubscription(context, tx, subscription),
        )
      }),
  }
}

/** The sandbox's page on which a subscriber chooses another test card. */
function cardPage(subscriptionId: string): string {
  return `/sandbox/renewals/${subscriptionId}?card`
}

/** Returns an unpaid subscription, whatever the key, because a second one could be paid twice. */
async function createSubscription(
  context: SandboxContext,
  tx: Tx,
  { customerId, key, price }: { customerId: string; key: string; price: MinorUnits },
): Promise<CreatedSubscription> {
  const [customer] = await tx
    .select()
    .from(sandboxCustomers)
    .where(eq(sandboxCustomers.id, customerId))
    .for('update')
  if (!customer) throw new Error('No such customer')
  const existing = (await findIncomplete(tx, customerId, price)) ?? (await findByIdempotencyKey(tx, key))
  if (existing && existing.customerId !== customerId)
    throw new Error('This idempotency key was already used for another subscription')
  const subscriptionId = existing?.id ?? (await insert(context, tx, { customer, key, price }))
  const [payment] = await tx
    .select()
    .from(sandboxPayments)
    .where(eq(sandboxPayments.subscriptionId, subscriptionId))
    .orderBy(sandboxPayments.createdAt, sandboxPayments.id)
    .limit(1)
  if (!payment) throw new Error(`Subscription ${subscriptionId} has no payment`)
  const { clientSecret, amount, currency } = payment
  return { subscriptionId, clientSecret, amount, currency }
}

type NewSubscription = { customer: typeof sandboxCustomers.$inferSelect; key: string; price: MinorUnits }

async function insert(
  context: SandboxContext,
  tx: Tx,
  { customer, key, price }: NewSubscription,
): Promise<string> {
  const now = context.clock.now()
  const subscriptionId = newSandboxId('sub')
  const paymentId = newSandboxId('pi')
  await tx.insert(sandboxSubscriptions).values({
    id: subscriptionId,
    idempotencyKey: key,
    customerId: customer.id,
    state: 'incomplete',
    amount: price,
    createdAt: now,
  })
  await tx.insert(sandboxPayments).values({
    id: paymentId,
    idempotencyKey: `${subscriptionId}/first`,
    clientSecret: newClientSecret(paymentId),
    subscriptionId,
    amount: price,
    currency: context.currency,
    description: proDescription,
    buyerEmail: customer.email,
    state: 'open',
    createdAt: now,
    updatedAt: now,
  })
  return subscriptionId
}

async function findIncomplete(
  db: Db,
  customerId: string,
  price: MinorUnits,
): Promise<Subscription | undefined> {
  const { customerId: customer, state, amount } = sandboxSubscriptions
  const [row] = await db
    .select()
    .from(sandboxSubscriptions)
    .where(and(eq(customer, customerId), eq(state, 'incomplete'), eq(amount, price)))
  return row
}

async function findByIdempotencyKey(db: Db, key: string): Promise<Subscription | undefined> {
  const [row] = await db
    .select()
    .from(sandboxSubscriptions)
    .where(eq(sandboxSubscriptions.idempotencyKey, key))
  return row
}

async function snapshotOf(
  { currency }: SandboxContext,
  db: Db,
  subscription: Subscription,
): Promise<SubscriptionSnapshot> {
  const { id, state, customerId, currentPeriodEnd, cancelAtPeriodEnd, amount } = subscription
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
    price: { amount, currency },
    currentPeriodEnd: currentPeriodEnd ?? undefined,
    cancelAtPeriodEnd,
    ...(isConfirmationNeeded(subscription) && { confirmationUrl: `/sandbox/renewals/${id}` }),
    ...(state === 'past_due' && { paymentUrl: cardPage(id) }),
    invoices: invoices.map(({ id: invoiceId, amount: paid, paidAt, periodStart, periodEnd }) => ({
      invoiceId,
      amount: paid,
      currency,
      paidAt,
      periodStart: periodStart ?? paidAt,
      periodEnd: periodEnd ?? addMonths(paidAt, 1),
    })),
  }
}
