import { invalid, requireObject, resourceMissing } from './api-error.ts'
import { page } from './expand.ts'
import { type Form, integer, nestedForm, requiredText, stringMap, text } from './form-encoding.ts'
import { pageAfter } from './payments.ts'
import type { Route } from './server.ts'
import type { Invoice, Price, StripeStore, Subscription } from './store.ts'
import { insert, intentIdOf, newId } from './store.ts'

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
          invoice_settings: { default_payment_method: null },
        }),
    },
    {
      method: 'GET',
      path: '/v1/prices/:id',
      params: [],
      respond: ([id = '']) => requireObject(store.prices, id, { type: 'price', param: 'price' }),
    },
    {
      method: 'POST',
      path: '/v1/billing_portal/sessions',
      params: ['customer', 'return_url', 'flow_data'],
      respond: (_, form) => {
        const { id } = requireObject(store.customers, requiredText(form, 'customer'), {
          type: 'customer',
          param: 'customer',
        })
        const flow = text(nestedForm(form, 'flow_data'), 'type')
        return {
          object: 'billing_portal.session',
          url: `https://billing.stripe.com/p/session/${id}/${flow}?to=${requiredText(form, 'return_url')}`,
        }
      },
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
      params: ['cancel_at_period_end', 'default_payment_method'],
      respond: ([id = ''], form) => {
        const changed = subscription(id)
        if (changed.status === 'canceled')
          throw invalid('A canceled subscription can only update its metadata.')
        const cancel = text(form, 'cancel_at_period_end')
        if (cancel !== undefined) changed.cancel_at_period_end = cancel === 'true'
        // An empty value removes it.
        if (form.default_payment_method !== undefined)
          changed.default_payment_method = text(form, 'default_payment_method') ?? null
        return changed
      },
    },
    {
      method: 'DELETE',
      path: '/v1/subscriptions/:id',
      params: [],
      respond: ([id = '']) => {
        const ended = subscription(id)
        if (ended.status === 'canceled') throw resourceMissing('subscription', id)
        ended.status = ended.status === 'incomplete' ? 'incomplete_expired' : 'canceled'
        return ended
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
      params: ['invoice', 'payment', 'status', 'limit'],
      respond: (_, form) => {
        const isAskedFor = invoicePaymentFilter(form)
        const all = [...store.invoices.values()].map(invoicePaymentOf).filter(isAskedFor)
        return page(all, integer(form, 'limit'))
      },
    },
  ]
}

function invoicePaymentOf(invoice: Invoice) {
  return {
    id: `inpay_${invoice.id}`,
    object: 'invoice_payment',
    invoice: invoice.id,
    status: invoice.status === 'paid' ? 'paid' : 'open',
    payment: { type: 'payment_intent', payment_intent: intentIdOf(invoice) },
  }
}

function invoicePaymentFilter(form: Form) {
  const [invoice, status] = [text(form, 'invoice'), text(form, 'status')]
  const intent = text(nestedForm(form, 'payment'), 'payment_intent')
  return (payment: ReturnType<typeof invoicePaymentOf>) =>
    (invoice === undefined || payment.invoice === invoice) &&
    (status === undefined || payment.status === status) &&
    (intent === undefined || payment.payment.payment_intent === intent)
}

/** The price of Pro at Stripe, unless a test changes it. */
export const proPrice: Price = {
  id: 'price_pro',
  object: 'price',
  active: true,
  billing_scheme: 'per_unit',
  currency: 'usd',
  unit_amount: 9_900,
  livemode: false,
  recurring: { interval: 'month', interval_count: 1, usage_type: 'licensed' },
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
  const price = requireObject(
    store.prices,
    requiredText(nestedForm(nestedForm(form, 'items'), '0'), 'price'),
    { type: 'price', param: 'items[0][price]' },
  )
  const invoice = insert(store.invoices, newInvoice({ id, metadata, price, created: now }))
  return insert(store.subscriptions, {
    id,
    object: 'subscription',
    status: 'incomplete',
    cancel_at_period_end: false,
    metadata,
    livemode: false,
    customer: customer.id,
    price: price.id,
    default_payment_method: null,
    latest_invoice: invoice.id,
    items: {
      object: 'list',
      data: [{ id: newId('si'), current_period_end: now + monthSeconds, price }],
      has_more: false,
    },
  })
}

type BilledPeriod = { id: string; metadata: Subscription['metadata']; price: Price; created: number }

export function newInvoice({ id: subscription, metadata, price, created }: BilledPeriod): Invoice {
  const id = newId('in')
  return {
    id,
    object: 'invoice',
    status: 'open',
    amount_due: price.unit_amount ?? 0,
    amount_paid: 0,
    currency: price.currency,
    created,
    livemode: false,
    lines: {
      object: 'list',
      data: [{ period: { start: created, end: created + monthSeconds } }],
      has_more: false,
    },
    status_transitions: { paid_at: null },
    parent: { subscription_details: { subscription, metadata } },
    hosted_invoice_url: `https://invoice.stripe.com/i/${id}`,
    secret: `${newId('pi')}_secret_${newId('s').slice(2)}`,
    intentStatus: 'requires_payment_method',
  }
}

/** Pays the latest invoice: the subscription is active for a month. Its payment has none of our metadata. */
export function payInvoice(store: StripeStore, subscription: Subscription, at: Date): void {
  const invoice = requireObject(store.invoices, subscription.latest_invoice, { type: 'invoice' })
  const seconds = Math.floor(at.getTime() / 1000)
  invoice.status = 'paid'
  invoice.intentStatus = 'succeeded'
  invoice.amount_paid = invoice.amount_due
  invoice.status_transitions = { paid_at: seconds }
  invoice.lines.data = [{ period: { start: seconds, end: seconds + monthSeconds } }]
  subscription.status = 'active'
  subscription.default_payment_method ??= newId('pm')
  subscription.items.data.forEach((item) => {
    item.current_period_end = seconds + monthSeconds
  })
  chargeInvoice(store, invoice)
}

function chargeInvoice(store: StripeStore, invoice: Invoice): void {
  const id = intentIdOf(invoice)
  const money = { amount: invoice.amount_paid, currency: invoice.currency, metadata: {}, livemode: false }
  const charge = insert(store.charges, {
    ...money,
    id: newId('ch'),
    object: 'charge',
    amount_refunded: 0,
    paid: true,
    disputed: false,
    balance_transaction: null,
    payment_intent: id,
    payment_method_details: {
      card: { brand: 'visa', last4: '4242', country: 'US', fingerprint: 'Xt5EWLLDS7FJjR1c' },
    },
  })
  insert(store.intents, {
    ...money,
    id,
    object: 'payment_intent',
    amount_received: money.amount,
    status: 'succeeded',
    client_secret: invoice.secret,
    description: 'Subscription creation',
    allowed_payment_method_types: ['card'],
    receipt_email: null,
    statement_descriptor_suffix: null,
    last_payment_error: null,
    latest_charge: charge.id,
  })
}
