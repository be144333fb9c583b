import { invalid } from './api-error.ts'
import { intentIdOf, type StripeStore } from './store.ts'

type StripeObject = Record<string, unknown>

/** An object as sent, with the paths of `expand` filled in. Throws for an invalid path. */
export function expandPaths(store: StripeStore, object: object, paths: Array<string>): StripeObject {
  return paths.reduce<StripeObject>(
    (whole, path) => expandPath(store, whole, path.split('.')),
    publicFields(object),
  )
}

function expandPath(
  store: StripeStore,
  object: StripeObject,
  [name = '', ...rest]: Array<string>,
): StripeObject {
  if (name === 'data' && Array.isArray(object.data))
    return { ...object, data: object.data.map((item) => expandPath(store, item, rest)) }

  const value = isObject(object[name]) ? object[name] : expandField(store, object, name)
  const next = rest.length > 0 && isObject(value) ? expandPath(store, value, rest) : value
  return { ...object, [name]: next }
}

function expandField(store: StripeStore, object: StripeObject, name: string): unknown {
  const id = typeof object[name] === 'string' ? object[name] : ''
  switch (`${object.object}.${name}`) {
    case 'payment_intent.latest_charge':
      return store.charges.get(id) ?? null
    case 'charge.balance_transaction':
      return store.balanceTransactions.get(id) ?? null
    case 'balance_transaction.source':
      return object.source ?? null
    case 'charge.refunds':
      return page(
        [...store.refunds.values()].filter(({ charge }) => charge === object.id),
        10,
      )
    case 'subscription.latest_invoice': {
      const invoice = store.invoices.get(id)
      return invoice ? publicFields(invoice) : null
    }
    case 'subscription.customer':
      return store.customers.get(id) ?? null
    case 'invoice_payment.invoice': {
      const invoice = store.invoices.get(id)
      return invoice ? publicFields(invoice) : null
    }
    case 'invoice.confirmation_secret':
      return findConfirmationSecret(store, String(object.id))
    // The payment of an invoice has no type of its own.
    case 'undefined.payment_intent': {
      const invoice = [...store.invoices.values()].find((candidate) => intentIdOf(candidate) === id)
      return invoice ? { id, object: 'payment_intent', status: invoice.intentStatus } : null
    }
    default:
      throw invalid(`This property cannot be expanded (${name}).`)
  }
}

/** The secret is part of an invoice only when expanded. */
function findConfirmationSecret(store: StripeStore, invoiceId: string): unknown {
  const invoice = store.invoices.get(invoiceId)
  return invoice ? { client_secret: invoice.secret, type: 'payment_intent' } : null
}

/** The public fields of a stored object. */
function publicFields(object: object): StripeObject {
  const { secret: _, connected: __, ...rest } = Object.fromEntries(Object.entries(object))
  return rest
}

/** A list as Stripe sends it: newest first, limited to `limit`. */
export function page<T>(objects: Array<T>, limit: number) {
  return {
    object: 'list' as const,
    data: objects.toReversed().slice(0, limit),
    has_more: objects.length > limit,
    url: '/v1/list',
  }
}

function isObject(value: unknown): value is StripeObject {
  return typeof value === 'object' && value !== null
}
