import { invalid } from './api-error.ts'
import type { StripeStore } from './store.ts'

type StripeObject = Record<string, unknown>

/** An object as sent, with the paths of `expand` filled in. Throws for an invalid path. */
export function expanded(store: StripeStore, thing: object, paths: Array<string>): StripeObject {
  return paths.reduce<StripeObject>(
    (whole, path) => expandPath(store, whole, path.split('.')),
    publicFields(thing),
  )
}

function expandPath(
  store: StripeStore,
  thing: StripeObject,
  [name = '', ...rest]: Array<string>,
): StripeObject {
  if (name === 'data' && Array.isArray(thing.data))
    return { ...thing, data: thing.data.map((item) => expandPath(store, item, rest)) }

  const value = isThing(thing[name]) ? thing[name] : included(store, thing, name)
  const next = rest.length > 0 && isThing(value) ? expandPath(store, value, rest) : value
  return { ...thing, [name]: next }
}

function included(store: StripeStore, thing: StripeObject, name: string): unknown {
  const id = typeof thing[name] === 'string' ? thing[name] : ''
  switch (`${thing.object}.${name}`) {
    case 'payment_intent.latest_charge':
      return store.charges.get(id) ?? null
    case 'charge.balance_transaction':
      return store.booked.get(id) ?? null
    case 'charge.refunds':
      return page(
        [...store.refunds.values()].filter(({ charge }) => charge === thing.id),
        10,
      )
    case 'subscription.latest_invoice': {
      const invoice = store.invoices.get(id)
      return invoice ? publicFields(invoice) : null
    }
    case 'invoice.confirmation_secret':
      return secretOf(store, String(thing.id))
    default:
      throw invalid(`This property cannot be expanded (${name}).`)
  }
}

/** The secret is part of an invoice only when expanded. */
function secretOf(store: StripeStore, invoiceId: string): unknown {
  const invoice = store.invoices.get(invoiceId)
  return invoice ? { client_secret: invoice.secret, type: 'payment_intent' } : null
}

/** The public fields of a stored object. */
function publicFields(thing: object): StripeObject {
  const { secret: _, connected: __, ...rest } = Object.fromEntries(Object.entries(thing))
  return rest
}

/** A list as Stripe sends it: newest first, limited to `limit`. */
export function page<T>(things: Array<T>, limit: number) {
  return {
    object: 'list' as const,
    data: things.toReversed().slice(0, limit),
    has_more: things.length > limit,
    url: '/v1/list',
  }
}

function isThing(value: unknown): value is StripeObject {
  return typeof value === 'object' && value !== null
}
