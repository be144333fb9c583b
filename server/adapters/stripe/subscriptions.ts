import type Stripe from 'stripe'
import type {
  CreatedSubscription,
  PaidInvoice,
  SubscriptionCapability,
  SubscriptionSnapshot,
} from '../../ports/subscriptions.ts'
import type { StripeContext } from './client.ts'
import { isResourceMissing, unwrapRefusals, unwrapStripeErrors } from './errors.ts'
import { keyWithParameters } from './idempotency.ts'
import { toSubscriptionState } from './status-mapping.ts'

const confirmationSecretExpansion = 'latest_invoice.confirmation_secret'

/** One a month, so no subscription has more. */
const maxInvoices = 1_000

/** Pro by Stripe Billing, at the instance's price. */
export function subscriptions({ client }: StripeContext, price: string): SubscriptionCapability {
  const read = async (subscription: Stripe.Subscription) => ({
    ...snapshotOf(subscription, await paidInvoices(client, subscription.id)),
    ...(subscription.status === 'past_due' && (await openInvoiceOf(client, subscription))),
  })
  const find = (id: string) => unwrapStripeErrors(client.subscriptions.retrieve(id, { expand: ['customer'] }))
  const setCancelAtPeriodEnd = async (id: string, cancel_at_period_end: boolean) =>
    read(await unwrapRefusals(client.subscriptions.update(id, { cancel_at_period_end })))

  return {
    async getPrice() {
      const found = await unwrapRefusals(client.prices.retrieve(price))
      const { unit_amount, currency, recurring, active } = found
      const isByUsage = recurring?.usage_type === 'metered' || found.billing_scheme !== 'per_unit'
      return {
        amount: isByUsage ? null : unit_amount,
        currency: currency.toUpperCase(),
        interval: recurring?.interval ?? null,
        intervalCount: recurring?.interval_count ?? 1,
        isActive: active,
      }
    },

    async createCustomer({ userId, email }, idempotencyKey) {
      const customer = { email, metadata: { user: userId } }
      const { id } = await unwrapRefusals(
        client.customers.create(customer, { idempotencyKey: keyWithParameters(idempotencyKey, customer) }),
      )
      return { customerId: id }
    },

    async create({ userId, customerId }, idempotencyKey) {
      const existing = await findIncomplete(client, customerId, price)
      if (existing) return toCreated(existing)
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
      return toCreated(created)
    },

    get: async (id) => read(await usePortalCard(client, await find(id))),

    async findInvoicePayment(invoice) {
      const { data } = await unwrapStripeErrors(
        client.invoicePayments.list({ invoice, status: 'paid', limit: 10 }),
      )
      const [intent] = data.flatMap(({ payment }) => payment.payment_intent ?? [])
      return typeof intent === 'object' ? intent.id : intent
    },

    async createCardPage({ customerId: customer, returnUrl: return_url }) {
      const { url } = await unwrapRefusals(
        client.billingPortal.sessions.create({
          customer,
          return_url,
          flow_data: {
            type: 'payment_method_update',
            after_completion: { type: 'redirect', redirect: { return_url } },
          },
        }),
      )
      return { url }
    },

    cancelAtPeriodEnd: (id) => setCancelAtPeriodEnd(id, true),
    resume: (id) => setCancelAtPeriodEnd(id, false),

    async cancelNow(id) {
      const current = await find(id)
      if (toSubscriptionState(current.status) === 'canceled') return read(current)
      const canceled = await unwrapStripeErrors(client.subscriptions.cancel(id)).catch((error: unknown) => {
        // Someone else canceled it in between.
        if (isResourceMissing(error)) return find(id)
        throw error
      })
      return read(canceled)
    },
  }
}

/**
 * Stripe's portal stores a new card with the customer, and the subscription has the card that paid first, which takes
 * precedence (docs.stripe.com/api/subscriptions, default_payment_method). So the subscription's own card is removed.
 */
async function usePortalCard(
  client: Stripe,
  subscription: Stripe.Subscription,
): Promise<Stripe.Subscription> {
  const { id, customer, default_payment_method: own } = subscription
  const chosen =
    typeof customer === 'object' && !customer.deleted && customer.invoice_settings.default_payment_method
  if (!chosen || !own || idOf(own) === idOf(chosen)) return subscription
  if (!['active', 'past_due', 'unpaid', 'trialing'].includes(subscription.status)) return subscription
  return unwrapStripeErrors(client.subscriptions.update(id, { default_payment_method: '' }))
}

function idOf(object: string | { id: string }): string {
  return typeof object === 'string' ? object : object.id
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

function toCreated({ id, latest_invoice: invoice }: Stripe.Subscription): CreatedSubscription {
  const secret = typeof invoice === 'object' ? invoice?.confirmation_secret?.client_secret : undefined
  if (!secret || typeof invoice !== 'object' || !invoice)
    throw new Error(`Subscription ${id} has no client secret for its first payment`)
  return {
    subscriptionId: id,
    clientSecret: secret,
    amount: invoice.amount_due,
    currency: invoice.currency.toUpperCase(),
  }
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
 * Stripe's page of an unpaid invoice, on which any card can pay it; Stripe then keeps that card for the subscription. When
 * its payment waits for the subscriber's confirmation, the same page asks for that.
 */
async function openInvoiceOf(
  client: Stripe,
  { latest_invoice: latest }: Stripe.Subscription,
): Promise<Pick<SubscriptionSnapshot, 'confirmationUrl' | 'paymentUrl'>> {
  if (!latest) return {}
  const invoice = await unwrapStripeErrors(client.invoices.retrieve(idOf(latest)))
  const { hosted_invoice_url: url, status } = invoice
  if (!url || status !== 'open') return {}
  const { data: payments } = await unwrapStripeErrors(
    client.invoicePayments.list({
      invoice: invoice.id,
      status: 'open',
      limit: 10,
      expand: ['data.payment.payment_intent'],
    }),
  )
  const isWaiting = payments.some(({ payment: { payment_intent: intent } }) =>
    typeof intent === 'object' ? intent?.status === 'requires_action' : false,
  )
  return { paymentUrl: url, ...(isWaiting && { confirmationUrl: url }) }
}

function snapshotOf(
  subscription: Stripe.Subscription,
  invoices: Array<Stripe.Invoice>,
): SubscriptionSnapshot {
  const [item] = subscription.items.data
  const { unit_amount: amount, currency } = item?.price ?? {}
  return {
    subscriptionId: subscription.id,
    state: toSubscriptionState(subscription.status),
    userId: subscription.metadata.user,
    ...(amount && currency && { price: { amount, currency: currency.toUpperCase() } }),
    currentPeriodEnd: item && dateOf(item.current_period_end),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    invoices: invoices.map(paidInvoiceOf),
  }
}

/** An invoice's own period is the one before, so that of its line counts. */
function paidInvoiceOf(invoice: Stripe.Invoice): PaidInvoice {
  const { id, amount_paid, currency, status_transitions, created, lines } = invoice
  const { start, end } = lines.data.at(-1)?.period ?? { start: created, end: created }
  return {
    invoiceId: id,
    amount: amount_paid,
    currency: currency.toUpperCase(),
    paidAt: dateOf(status_transitions.paid_at ?? created),
    periodStart: dateOf(start),
    periodEnd: dateOf(end),
  }
}

function dateOf(seconds: number): Date {
  return new Date(seconds * 1000)
}
