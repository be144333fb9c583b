import type Stripe from 'stripe'
import type { SubscriptionCapability, SubscriptionSnapshot } from '../../ports/subscriptions.ts'
import type { StripeContext } from './client.ts'
import { unwrapRefusals, unwrapStripeErrors } from './errors.ts'
import { toSubscriptionState } from './status-mapping.ts'

const confirmationSecretExpansion = 'latest_invoice.confirmation_secret'

/** One a month, so no subscription has more. */
const maxInvoices = 1_000

/** Pro by Stripe Billing, at the instance's price. */
export function subscriptions({ client }: StripeContext, price: string): SubscriptionCapability {
  const read = async (subscription: Stripe.Subscription) => ({
    ...snapshotOf(subscription, await paidInvoices(client, subscription.id)),
    ...(subscription.status === 'past_due' && (await confirmationOf(client, subscription))),
  })
  const setCancelAtPeriodEnd = async (id: string, cancel_at_period_end: boolean) =>
    read(await unwrapRefusals(client.subscriptions.update(id, { cancel_at_period_end })))

  return {
    async createCustomer({ userId, email }, idempotencyKey) {
      const customer = { email, metadata: { user: userId } }
      const { id } = await unwrapRefusals(client.customers.create(customer, { idempotencyKey }))
      return { customerId: id }
    },

    async create({ userId, customerId }, idempotencyKey) {
      const existing = await findIncomplete(client, customerId, price)
      if (existing) return toClientSecret(existing)
      const created = await unwrapRefusals(
        client.subscriptions.create(
          {
            customer: customerId,
            items: [{ price }],
            payment_behavior: 'default_incomplete',
            payment_settings: {
              payment_method_types: ['card'],
              save_default_payment_method: 'on_subscription',
            },
            metadata: { user: userId },
            expand: [confirmationSecretExpansion],
          },
          // The operator may set another price while an attempt is unpaid. A used key takes no other parameters.
          { idempotencyKey: `${idempotencyKey}:${price}` },
        ),
      )
      return toClientSecret(created)
    },

    get: async (id) => read(await unwrapStripeErrors(client.subscriptions.retrieve(id))),
    cancelAtPeriodEnd: (id) => setCancelAtPeriodEnd(id, true),
    resume: (id) => setCancelAtPeriodEnd(id, false),
  }
}

/** The unpaid subscription, because a second one could be paid twice. */
async function findIncomplete(
  client: Stripe,
  customer: string,
  price: string,
): Promise<Stripe.Subscription | undefined> {
  const { data } = await unwrapRefusals(
    client.subscriptions.list({
      customer,
      price,
      status: 'incomplete',
      limit: 1,
      expand: [`data.${confirmationSecretExpansion}`],
    }),
  )
  return data[0]
}

function toClientSecret({ id, latest_invoice: invoice }: Stripe.Subscription) {
  const secret = typeof invoice === 'object' ? invoice?.confirmation_secret?.client_secret : undefined
  if (!secret) throw new Error(`Subscription ${id} has no client secret for its first payment`)
  return { subscriptionId: id, clientSecret: secret }
}

async function paidInvoices(client: Stripe, subscription: string): Promise<Array<Stripe.Invoice>> {
  const paid = await unwrapStripeErrors(
    client.invoices
      .list({ subscription, status: 'paid', limit: 100 })
      .autoPagingToArray({ limit: maxInvoices }),
  )
  return paid.toReversed()
}

/**
 * Stripe's page of an unpaid invoice whose payment waits for the subscriber's confirmation. Nothing when the payment
 * failed for another reason: then there is nothing to confirm.
 */
async function confirmationOf(
  client: Stripe,
  { latest_invoice: latest }: Stripe.Subscription,
): Promise<{ confirmationUrl?: string }> {
  const invoiceId = typeof latest === 'string' ? latest : latest?.id
  if (!invoiceId) return {}
  const { data: payments } = await unwrapStripeErrors(
    client.invoicePayments.list({
      invoice: invoiceId,
      status: 'open',
      limit: 10,
      expand: ['data.payment.payment_intent'],
    }),
  )
  const isWaiting = payments.some(({ payment: { payment_intent: intent } }) =>
    typeof intent === 'object' ? intent?.status === 'requires_action' : false,
  )
  if (!isWaiting) return {}
  const { hosted_invoice_url: url } = await unwrapStripeErrors(client.invoices.retrieve(invoiceId))
  return url ? { confirmationUrl: url } : {}
}

function snapshotOf(
  subscription: Stripe.Subscription,
  invoices: Array<Stripe.Invoice>,
): SubscriptionSnapshot {
  const end = subscription.items.data[0]?.current_period_end
  return {
    subscriptionId: subscription.id,
    state: toSubscriptionState(subscription.status),
    userId: subscription.metadata.user,
    currentPeriodEnd: end === undefined ? undefined : dateOf(end),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    invoices: invoices.map(({ id, amount_paid, status_transitions, created }) => ({
      invoiceId: id,
      amount: amount_paid,
      paidAt: dateOf(status_transitions.paid_at ?? created),
    })),
  }
}

function dateOf(seconds: number): Date {
  return new Date(seconds * 1000)
}
