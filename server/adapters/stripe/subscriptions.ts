import type Stripe from 'stripe'
import type { SubscriptionCapability, SubscriptionSnapshot } from '../../ports/subscriptions.ts'
import type { Desk } from './desk.ts'
import { answerOf } from './faults.ts'
import { subscriptionState } from './states.ts'

const withItsSecret = 'latest_invoice.confirmation_secret'

/** More months than anybody pays. */
const mostInvoices = 1_000

/** Pro by Stripe's own billing, at the price of the instance. */
export function subscriptions({ client }: Desk, price: string): SubscriptionCapability {
  const read = async (subscription: Stripe.Subscription) =>
    snapshotOf(subscription, await paidInvoices(client, subscription.id))
  const endAtPeriod = async (id: string, cancel_at_period_end: boolean) =>
    read(await answerOf(client.subscriptions.update(id, { cancel_at_period_end })))

  return {
    async createCustomer({ userId, email }, idempotencyKey) {
      const customer = { email, metadata: { user: userId } }
      const { id } = await answerOf(client.customers.create(customer, { idempotencyKey }))
      return { customerId: id }
    },

    async create({ userId, customerId }, idempotencyKey) {
      const begun = await incomplete(client, customerId, price)
      if (begun) return handoffOf(begun)
      const made = await answerOf(
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
            expand: [withItsSecret],
          },
          { idempotencyKey },
        ),
      )
      return handoffOf(made)
    },

    get: async (id) => read(await answerOf(client.subscriptions.retrieve(id))),
    cancelAtPeriodEnd: (id) => endAtPeriod(id, true),
    resume: (id) => endAtPeriod(id, false),
  }
}

/** The one that was begun and not paid: a second beside it would be paid twice. */
async function incomplete(
  client: Stripe,
  customer: string,
  price: string,
): Promise<Stripe.Subscription | undefined> {
  const { data } = await answerOf(
    client.subscriptions.list({
      customer,
      price,
      status: 'incomplete',
      limit: 1,
      expand: [`data.${withItsSecret}`],
    }),
  )
  return data[0]
}

function handoffOf({ id, latest_invoice: invoice }: Stripe.Subscription) {
  const secret = typeof invoice === 'object' ? invoice?.confirmation_secret?.client_secret : undefined
  if (!secret) throw new Error(`Subscription ${id} came without the secret of its first payment`)
  return { subscriptionId: id, clientSecret: secret }
}

async function paidInvoices(client: Stripe, subscription: string): Promise<Array<Stripe.Invoice>> {
  const paid = await answerOf(
    client.invoices
      .list({ subscription, status: 'paid', limit: 100 })
      .autoPagingToArray({ limit: mostInvoices }),
  )
  return paid.toReversed()
}

function snapshotOf(
  subscription: Stripe.Subscription,
  invoices: Array<Stripe.Invoice>,
): SubscriptionSnapshot {
  const end = subscription.items.data[0]?.current_period_end
  return {
    subscriptionId: subscription.id,
    state: subscriptionState(subscription.status),
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
