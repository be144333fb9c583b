import type { Books, Invoice, Subscription } from './books.ts'
import { kept, newId } from './books.ts'
import { page } from './expand.ts'
import { type Form, inner, integer, needed, text, words } from './form.ts'
import { after } from './payments.ts'
import { found, invalid } from './refusal.ts'
import type { Route } from './server.ts'

/** Cents a month, and a month in seconds. */
const price = 9_900
const month = 30 * 86_400

/** The calls about subscriptions. */
export function billingRoutes(books: Books): Array<Route> {
  const subscription = (id: string) => found(books.subscriptions, id, { what: 'subscription' })
  return [
    {
      method: 'POST',
      path: '/v1/customers',
      takes: ['email', 'metadata'],
      answer: (_, form) =>
        kept(books.customers, {
          id: newId('cus'),
          object: 'customer',
          email: text(form, 'email') ?? null,
          metadata: words(form, 'metadata'),
        }),
    },
    {
      method: 'POST',
      path: '/v1/subscriptions',
      takes: ['customer', 'items', 'payment_behavior', 'payment_settings', 'metadata'],
      answer: (_, form) => subscribe(books, form),
    },
    {
      method: 'GET',
      path: '/v1/subscriptions',
      takes: ['customer', 'price', 'status', 'limit'],
      answer: (_, form) => {
        const asked = { customer: needed(form, 'customer'), price: needed(form, 'price') }
        const all = [...books.subscriptions.values()].filter(
          ({ customer, price, status }) =>
            customer === asked.customer && price === asked.price && status === needed(form, 'status'),
        )
        return page(all, integer(form, 'limit'))
      },
    },
    { method: 'GET', path: '/v1/subscriptions/:id', takes: [], answer: ([id = '']) => subscription(id) },
    {
      method: 'POST',
      path: '/v1/subscriptions/:id',
      takes: ['cancel_at_period_end'],
      answer: ([id = ''], form) => {
        const changed = subscription(id)
        if (changed.status === 'canceled')
          throw invalid('A canceled subscription can only update its metadata.')
        changed.cancel_at_period_end = needed(form, 'cancel_at_period_end') === 'true'
        return changed
      },
    },
    {
      method: 'GET',
      path: '/v1/invoices',
      takes: ['subscription', 'status', 'limit', 'starting_after'],
      answer: (_, form) => {
        const all = [...books.invoices.values()].filter(
          ({ parent, status }) =>
            parent.subscription_details.subscription === needed(form, 'subscription') &&
            status === needed(form, 'status'),
        )
        return page(after(all, text(form, 'starting_after')), integer(form, 'limit'))
      },
    },
  ]
}

function subscribe(books: Books, form: Form): Subscription {
  const customer = found(books.customers, needed(form, 'customer'), { what: 'customer', param: 'customer' })
  if (needed(form, 'payment_behavior') !== 'default_incomplete') throw invalid('A payment method is needed')
  const id = newId('sub')
  const metadata = words(form, 'metadata')
  const now = Math.floor(Date.now() / 1000)
  const invoice = kept(books.invoices, newInvoice({ id, metadata, created: now }))
  return kept(books.subscriptions, {
    id,
    object: 'subscription',
    status: 'incomplete',
    cancel_at_period_end: false,
    metadata,
    livemode: false,
    customer: customer.id,
    price: needed(inner(inner(form, 'items'), '0'), 'price'),
    latest_invoice: invoice.id,
    items: {
      object: 'list',
      data: [{ id: newId('si'), current_period_end: now + month }],
      has_more: false,
    },
  })
}

type Billed = { id: string; metadata: Subscription['metadata']; created: number }

export function newInvoice({ id: subscription, metadata, created }: Billed): Invoice {
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
    secret: `${newId('pi')}_secret_${newId('s').slice(2)}`,
  }
}

/** The period is paid: the subscription runs until its end. */
export function payInvoice(books: Books, subscription: Subscription, at: Date): void {
  const invoice = found(books.invoices, subscription.latest_invoice, { what: 'invoice' })
  const seconds = Math.floor(at.getTime() / 1000)
  invoice.status = 'paid'
  invoice.amount_paid = price
  invoice.status_transitions = { paid_at: seconds }
  subscription.status = 'active'
  subscription.items.data.forEach((item) => {
    item.current_period_end = seconds + month
  })
}
