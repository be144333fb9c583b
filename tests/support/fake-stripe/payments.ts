import { invalid, requireObject, resourceMissing } from './api-error.ts'
import { page } from './expand.ts'
import { type Form, integer, list, requiredText, stringMap, text } from './form-encoding.ts'
import type { Route } from './server.ts'
import type { Intent, StripeStore } from './store.ts'
import { insert, newId } from './store.ts'

const minAmount = 50
const maxAmount = 99_999_999

/** The routes of payments, refunds and disputes. */
export function paymentRoutes(store: StripeStore): Array<Route> {
  const intent = (id: string) => requireObject(store.intents, id, { type: 'payment_intent', param: 'intent' })
  return [
    {
      method: 'POST',
      path: '/v1/payment_intents',
      params: [
        'amount',
        'currency',
        'allowed_payment_method_types',
        'description',
        'statement_descriptor_suffix',
        'metadata',
      ],
      respond: (_, form) => insert(store.intents, newIntent(form)),
    },
    { method: 'GET', path: '/v1/payment_intents/:id', params: [], respond: ([id = '']) => intent(id) },
    {
      method: 'POST',
      path: '/v1/payment_intents/:id/cancel',
      params: [],
      respond: ([id = '']) => cancel(intent(id)),
    },
    {
      method: 'POST',
      path: '/v1/refunds',
      params: ['payment_intent', 'amount', 'reason', 'metadata'],
      respond: (_, form) => refund(store, form),
    },
    {
      method: 'GET',
      path: '/v1/refunds',
      params: ['charge', 'limit', 'starting_after'],
      respond: (_, form) => {
        const all = [...store.refunds.values()].filter(
          ({ charge }) => charge === requiredText(form, 'charge'),
        )
        return page(pageAfter(all, text(form, 'starting_after')), integer(form, 'limit'))
      },
    },
    {
      method: 'GET',
      path: '/v1/disputes',
      params: ['payment_intent', 'limit'],
      respond: (_, form) => page(ofIntent(store.disputes, form), integer(form, 'limit')),
    },
    {
      method: 'GET',
      path: '/v1/balance_transactions',
      params: ['created', 'limit', 'starting_after', 'expand'],
      respond: (_, form) => {
        const since = Number(stringMap(form, 'created').gte)
        const all = [...store.balanceTransactions.values()].filter(({ created = 0 }) => created >= since)
        return page(pageAfter(all, text(form, 'starting_after')), integer(form, 'limit'))
      },
    },
    {
      method: 'GET',
      path: '/v1/events',
      params: ['created', 'limit', 'starting_after'],
      respond: (_, form) => {
        const since = Number(stringMap(form, 'created').gte)
        const all = [...store.events.values()].filter(({ created }) => created >= since)
        return page(pageAfter(all, text(form, 'starting_after')), integer(form, 'limit'))
      },
    },
    {
      method: 'GET',
      path: '/v1/radar/early_fraud_warnings',
      params: ['payment_intent', 'limit'],
      respond: (_, form) => page(ofIntent(store.warnings, form), integer(form, 'limit')),
    },
  ]
}

function newIntent(form: Form): Intent {
  const amount = integer(form, 'amount')
  const currency = requiredText(form, 'currency')
  if (currency !== currency.toLowerCase())
    throw invalid(`Invalid currency: ${currency}`, { param: 'currency' })
  if (amount < minAmount)
    throw invalid('The Checkout total is too small', { code: 'amount_too_small', param: 'amount' })
  if (amount > maxAmount) throw invalid('Too large', { code: 'amount_too_large', param: 'amount' })
  const id = newId('pi')
  return {
    id,
    object: 'payment_intent',
    amount,
    amount_received: 0,
    currency,
    status: 'requires_payment_method',
    client_secret: `${id}_secret_${newId('s').slice(2)}`,
    description: text(form, 'description') ?? null,
    livemode: false,
    metadata: stringMap(form, 'metadata'),
    allowed_payment_method_types: list(form, 'allowed_payment_method_types'),
    receipt_email: null,
    statement_descriptor_suffix: text(form, 'statement_descriptor_suffix') ?? null,
    last_payment_error: null,
    latest_charge: null,
  }
}

function cancel(intent: Intent): Intent {
  if (!intent.status.startsWith('requires_')) {
    const message = `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`
    throw invalid(message, { code: 'payment_intent_unexpected_state', payment_intent: intent })
  }
  intent.status = 'canceled'
  return intent
}

function refund(store: StripeStore, form: Form) {
  const id = requiredText(form, 'payment_intent')
  const intent = store.intents.get(id)
  if (!intent) throw resourceMissing('payment_intent', id, 'payment_intent')
  const charge = store.charges.get(intent.latest_charge ?? '')
  if (!charge?.paid) throw invalid(`This PaymentIntent (${id}) does not have a successful charge to refund.`)
  const amount = integer(form, 'amount')
  if (amount < 1) throw invalid('Invalid positive integer', { param: 'amount' })
  const remaining = charge.amount - charge.amount_refunded
  if (remaining === 0)
    throw invalid(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' })
  if (amount > remaining)
    throw invalid(`Refund amount (${amount}) is greater than unrefunded amount (${remaining})`)
  charge.amount_refunded += amount
  return insert(store.refunds, {
    id: newId('re'),
    object: 'refund',
    amount,
    currency: charge.currency,
    status: 'succeeded',
    reason: text(form, 'reason') ?? null,
    metadata: stringMap(form, 'metadata'),
    charge: charge.id,
    payment_intent: id,
  })
}

function ofIntent<T extends { payment_intent: string }>(collection: Map<string, T>, form: Form): Array<T> {
  const id = requiredText(form, 'payment_intent')
  return [...collection.values()].filter(({ payment_intent }) => payment_intent === id)
}

/** The next page: objects older than the last one seen. */
export function pageAfter<T extends { id: string }>(objects: Array<T>, last: string | undefined): Array<T> {
  const at = objects.findIndex(({ id }) => id === last)
  return at === -1 ? objects : objects.slice(0, at)
}
