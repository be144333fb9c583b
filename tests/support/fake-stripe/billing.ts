import { invalid, requireObject } from './api-error.ts'
import { page } from './expand.ts'
import { type Form, integer, nestedForm, requiredText, stringMap, text } from './form-encoding.ts'
import { pageAfter } from './payments.ts'
import type { Route } from './server.ts'
import type { Invoice, StripeStore, Subscription } from './store.ts'
import { insert, intentIdOf, newId } from './store.ts'

const proPriceCents = 9_900
const monthSeconds = 30 * 86_400

/** The routes of subscriptions. */
export function billingRoutes(store: StripeStore): Array<Route> {
  const subscription = (id: string) => requireObject(store.subscriptions, id, { type: 'subscription' })
  return [
    {
      method: 'POST',
      path: '/v1/customers',
      params: ['email', 'metadata'],
      respond: (_, form) =>
        insert(store.customers, {
          id: newId('cus'),
          object: 'customer',
          email: text(form, 'email') ?? null,
          metadata: stringMap(form, 'metadata'),
        }),
    },
    {
      method: 'POST',
      path: '/v1/subscriptions',
      params: ['customer', 'items', 'payment_behavior', 'payment_settings', 'metadata'],
      respond: (_, form) => subscribe(store, form),
    },
    {
      method: 'GET',
      path: '/v1/subscriptions',
      params: ['customer', 'price', 'status', 'limit'],
      respond: (_, form) => {
        const requested = { customer: requiredText(form, 'customer'), price: requiredText(form, 'price') }
        const all = [...store.subscriptions.values()].filter(
          ({ customer, price, status }) =>
            customer === requested.customer &&
            price === requested.price &&
            status === requiredText(form, 'status'),
        )
        return page(all, integer(form, 'limit'))
      },
    },
    { method: 'GET', path: '/v1/subscriptions/:id', params: [], respond: ([id = '']) => subscription(id) },
    {
      method: 'POST',
      path: '/v1/subscriptions/:id',
      params: ['cancel_at_period_end'],
      respond: ([id = ''], form) => {
        const changed = subscription(id)
        if (changed.status === 'canceled')
          throw invalid('A canceled subscription can only update its metadata.')
        changed.cancel_at_period_end = requiredText(form, 'cancel_at_period_end') === 'true'
        return changed
      },
    },
    {
      method: 'GET',
      path: '/v1/invoices',
      params: ['subscription', 'status', 'limit', 'starting_after'],
      respond: (_, form) => {
        const all = [...store.invoices.values()].filter(
          ({ parent, status }) =>
            parent.subscription_details.subscription === requiredText(form, 'subscription') &&
            status === requiredText(form, 'status'),
        )
        return page(pageAfter(all, text(form, 'starting_after')), integer(form, 'limit'))
      },
    },
    {
      method: 'GET',
      path: '/v1/invoices/:id',
      params: [],
      respond: ([id = '']) => requireObject(store.invoices, id, { type: 'invoice' }),
    },
    {
      method: 'GET',
      path: '/v1/invoice_payments',
      params: ['invoice', 'status', 'limit'],
      respond: (_, form) => {
        const invoice = requireObject(store.invoices, requiredText(form, 'invoice'), { type: 'invoice' })
        const status = invoice.status === 'paid' ? 'paid' : 'open'
        const payment = {
          id: `inpay_${invoice.id}`,
          object: 'invoice_payment',
          invoice: invoice.id,
          status,
          payment: { type: 'payment_intent', payment_intent: intentIdOf(invoice) },
        }
        return page(status === requiredText(form, 'status') ? [payment] : [], integer(form, 'limit'))
      },
    },
  ]
}

function subscribe(store: StripeStore, form: Form): Subscription {
  const customer = requireObject(store.customers, requiredText(form, 'customer'), {
    type: 'customer',
    param: 'customer',
  })
  if (requiredText(form, 'payment_behavior') !== 'default_incomplete')
    throw invalid('A payment method is needed')
  const id = newId('sub')
  const metadata = stringMap(form, 'metadata')
  const now = Math.floor(Date.now() / 1000)
  const invoice = insert(store.invoices, newInvoice({ id, metadata, created: now }))
  return insert(store.subscriptions, {
    id,
    object: 'subscription',
    status: 'incomplete',
    cancel_at_period_end: false,
    metadata,
    livemode: false,
    customer: customer.id,
    price: requiredText(nestedForm(nestedForm(form, 'items'), '0'), 'price'),
    latest_invoice: invoice.id,
    items: {
      object: 'list',
      data: [{ id: newId('si'), current_period_end: now + monthSeconds }],
      has_more: false,
    },
  })
}

type BilledPeriod = { id: string; metadata: Subscription['metadata']; created: number }

export function newInvoice({ id: subscription, metadata, created }: BilledPeriod): Invoice {
  const id = newId('in')
  return {
    id,
    object: 'invoice',
    status: 'open',
    amount_paid: 0,
    created,
    livemode: false,
    status_transitions: { paid_at: null },
    parent: { subscription_details: { subscription, metadata } },
    hosted_invoice_url: `https://invoice.stripe.com/i/${id}`,
    secret: `${newId('pi')}_secret_${newId('s').slice(2)}`,
    intentStatus: 'requires_payment_method',
  }
}

/** Pays the latest invoice: the subscription is active for a month. */
export function payInvoice(store: StripeStore, subscription: Subscription, at: Date): void {
  const invoice = requireObject(store.invoices, subscription.latest_invoice, { type: 'invoice' })
  const seconds = Math.floor(at.getTime() / 1000)
  invoice.status = 'paid'
  invoice.intentStatus = 'succeeded'
  invoice.amount_paid = proPriceCents
  invoice.status_transitions = { paid_at: seconds }
  subscription.status = 'active'
  subscription.items.data.forEach((item) => {
    item.current_period_end = seconds + monthSeconds
  })
}
