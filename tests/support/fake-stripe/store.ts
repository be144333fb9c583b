import { randomBytes } from 'node:crypto'
import type Stripe from 'stripe'

// The stored fields of each object: those that we read, and those that the fake’s own rules need.
// References are stored by id.
export type Intent = Pick<
  Stripe.PaymentIntent,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_received'
  | 'currency'
  | 'status'
  | 'client_secret'
  | 'description'
  | 'livemode'
  | 'metadata'
  | 'allowed_payment_method_types'
  | 'receipt_email'
  | 'statement_descriptor_suffix'
  | 'last_payment_error'
> & { latest_charge: string | null }
export type Charge = Pick<
  Stripe.Charge,
  'id' | 'object' | 'amount' | 'amount_refunded' | 'currency' | 'paid' | 'disputed' | 'metadata' | 'livemode'
> & {
  balance_transaction: string | null
  payment_intent: string
  payment_method_details: {
    card: Pick<Stripe.Charge.PaymentMethodDetails.Card, 'brand' | 'last4' | 'country' | 'fingerprint'>
  }
}
export type BalanceTransaction = Pick<
  Stripe.BalanceTransaction,
  'id' | 'object' | 'amount' | 'currency' | 'fee'
> &
  Partial<Pick<Stripe.BalanceTransaction, 'created' | 'type' | 'reporting_category' | 'description'>> & {
    source?: unknown
  }
export type Refund = Pick<
  Stripe.Refund,
  'id' | 'object' | 'amount' | 'currency' | 'status' | 'reason' | 'metadata'
> & { charge: string; payment_intent: string }
export type Dispute = Pick<
  Stripe.Dispute,
  'id' | 'object' | 'amount' | 'currency' | 'status' | 'reason' | 'livemode'
> & { charge: string; payment_intent: string; balance_transactions: Array<BalanceTransaction> }
export type Warning = Pick<Stripe.Radar.EarlyFraudWarning, 'id' | 'object' | 'fraud_type' | 'livemode'> & {
  charge: string
  payment_intent: string
}
export type Account = Pick<
  Stripe.Account,
  | 'id'
  | 'object'
  | 'email'
  | 'country'
  | 'default_currency'
  | 'details_submitted'
  | 'payouts_enabled'
  | 'metadata'
> & {
  tos_acceptance: unknown
  controller: unknown
  capabilities: unknown
  requirements: { currently_due: Array<string>; disabled_reason: string | null }
  connected: boolean
}
/** An account of Accounts v2. It answers on the earlier API too. */
export type Recipient = Pick<
  Stripe.V2.Core.Account,
  'id' | 'object' | 'closed' | 'configuration' | 'defaults' | 'identity' | 'requirements' | 'livemode'
> & { contact_email: string; dashboard: string; metadata: Record<string, string> }
export type WebhookEndpoint = Pick<
  Stripe.WebhookEndpoint,
  'id' | 'object' | 'url' | 'status' | 'enabled_events'
>
export type Transfer = Pick<
  Stripe.Transfer,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_reversed'
  | 'currency'
  | 'reversed'
  | 'metadata'
  | 'livemode'
  | 'transfer_group'
> & { destination: string }
export type Payout = Pick<
  Stripe.Payout,
  'id' | 'object' | 'amount' | 'currency' | 'status' | 'failure_code' | 'failure_message' | 'livemode'
>
/** The platform's own balance. Tests set it; only transfers change it. */
export type Balance = {
  object: 'balance'
  livemode: boolean
  available: Array<{ amount: number; currency: string }>
  pending: Array<{ amount: number; currency: string }>
}
export type Customer = Pick<Stripe.Customer, 'id' | 'object' | 'email' | 'metadata'> & {
  invoice_settings: { default_payment_method: string | null }
}
export type Price = Pick<
  Stripe.Price,
  'id' | 'object' | 'active' | 'billing_scheme' | 'currency' | 'unit_amount' | 'livemode'
> & { recurring: { interval: string; interval_count: number; usage_type: string } | null }
export type Subscription = Pick<
  Stripe.Subscription,
  'id' | 'object' | 'status' | 'cancel_at_period_end' | 'metadata' | 'livemode'
> & {
  customer: string
  price: string
  latest_invoice: string
  default_payment_method: string | null
  items: {
    object: 'list'
    data: Array<{ id: string; current_period_end: number; price: Price }>
    has_more: boolean
  }
}
export type Invoice = Pick<
  Stripe.Invoice,
  'id' | 'object' | 'status' | 'amount_due' | 'amount_paid' | 'currency' | 'created' | 'livemode'
> & {
  lines: { object: 'list'; data: Array<{ period: { start: number; end: number } }>; has_more: boolean }
  status_transitions: { paid_at: number | null }
  parent: { subscription_details: { subscription: string; metadata: Stripe.Metadata } }
  hosted_invoice_url: string
  secret: string
  /** Of its payment intent. */
  intentStatus: 'requires_payment_method' | 'requires_action' | 'succeeded'
}

/** A client secret begins with the id of its payment intent. */
export function intentIdOf({ secret }: Invoice): string {
  return secret.replace(/_secret_.*$/, '')
}

export type Event = Pick<Stripe.Event, 'id' | 'object' | 'type' | 'livemode' | 'created'> & {
  data: { object: object }
}

/** All objects at Stripe by id, oldest first. */
export type StripeStore = ReturnType<typeof createStore>

export function createStore() {
  return {
    intents: new Map<string, Intent>(),
    charges: new Map<string, Charge>(),
    balanceTransactions: new Map<string, BalanceTransaction>(),
    refunds: new Map<string, Refund>(),
    disputes: new Map<string, Dispute>(),
    warnings: new Map<string, Warning>(),
    accounts: new Map<string, Account>(),
    recipients: new Map<string, Recipient>(),
    webhookEndpoints: new Map<string, WebhookEndpoint>(),
    /** Whether the customer portal lets creators change their card. */
    portal: { changesCards: true },
    transfers: new Map<string, Transfer>(),
    payouts: new Map<string, Payout>(),
    balance: {
      object: 'balance',
      livemode: false,
      available: [{ amount: 100_000_00, currency: 'usd' }],
      pending: [{ amount: 0, currency: 'usd' }],
    } as Balance,
    customers: new Map<string, Customer>(),
    prices: new Map<string, Price>(),
    subscriptions: new Map<string, Subscription>(),
    invoices: new Map<string, Invoice>(),
    events: new Map<string, Event>(),
  }
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(9).toString('hex')}`
}

/** Stores an object and returns it. */
export function insert<T extends { id: string }>(collection: Map<string, T>, object: T): T {
  collection.set(object.id, object)
  return object
}
