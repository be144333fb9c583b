import type { Currency } from '../../../contract/money.ts'
import { modeOfKey } from '../../config/payments.ts'
import type { Clock } from '../../ports/clock.ts'
import type { BasicLogger } from '../../ports/index.ts'
import type { PaymentProvider } from '../../ports/payment-provider.ts'
import { listBalanceTransactions } from './balance-transactions.ts'
import {
  type ApiEndpoint,
  chargeLimits,
  createStripeClient,
  type StripeContext,
  type Timeouts,
} from './client.ts'
import { connect } from './connect.ts'
import { StripeApiError, unwrapStripeErrors } from './errors.ts'
import { listEvents, readEvents } from './events.ts'
import { inspect } from './inspect.ts'
import type { Pace } from './pace.ts'
import { cancelPayment, createPayment, getPayment, refund } from './payments.ts'
import { subscriptions } from './subscriptions.ts'

export type StripeOptions = {
  secretKey: string
  publishableKey: string
  /** All currently valid webhook secrets, at least one. */
  webhookSecrets: Array<string>
  /** The monthly price of Pro at Stripe; without it there are no subscriptions. */
  proPrice?: string
  /** Which of Stripe's APIs makes accounts of creators; the newer one by default. */
  accounts?: 'v1' | 'v2'
  currency: Currency
  clock: Clock
  log: BasicLogger
  api?: ApiEndpoint
  /** Without it requests are sent at once. */
  pace?: Pace
  timeouts?: Timeouts
}

/** Cards through Stripe: charges on the platform's account, transfers to creators at payout. Source: money-rules.md. */
export function stripeProvider(options: StripeOptions): PaymentProvider {
  const { publishableKey, webhookSecrets, proPrice, accounts = 'v2', currency, clock, log } = options
  if (webhookSecrets.length === 0 || webhookSecrets.some((secret) => !secret.trim()))
    throw new Error('Stripe needs a non-empty webhook secret')
  chargeLimits(currency)
  const mode = modeOfKey(options.secretKey)
  const client = createStripeClient(options.secretKey, options)
  const context: StripeContext = { client, mode, currency, webhookSecrets, accounts, clock, log }

  return {
    id: 'stripe',
    mode,
    chargeLimits: chargeLimits,
    paymentFormConfig: () => ({ kind: 'stripe', publishableKey }),
    cspSources: {
      scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
      frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
      connect: ['https://api.stripe.com'],
      images: ['https://*.stripe.com'],
    },
    createPayment: (request, key) => createPayment(context, request, key),
    getPayment: (paymentId) => getPayment(context, paymentId),
    cancelPayment: (paymentId) => cancelPayment(context, paymentId),
    refund: (request, key) => refund(context, request, key),
    parseWebhook: (rawBody, headers) => readEvents(context, rawBody, headers),
    listEvents: (range) => listEvents(context, range),
    listBalanceTransactions: (range) => listBalanceTransactions(context, range),
    ping: () => ping(context),
    checkKeys: () => checkKeys(context),
    inspect: (webhookUrl) => inspect(context, { webhookUrl, sellsPro: proPrice !== undefined }),
    connect: connect(context),
    ...(proPrice && { subscriptions: subscriptions(context, proPrice) }),
  }
}

/** A restricted key may not read the balance, and is known. */
async function checkKeys({ client }: StripeContext): Promise<void> {
  await unwrapStripeErrors(client.balance.retrieve()).catch((error: unknown) => {
    if (!(error instanceof StripeApiError) || error.status !== 403) throw error
  })
}

/** Stripe's cheapest read. A rejection counts as a response. */
async function ping({ client }: StripeContext): Promise<void> {
  await unwrapStripeErrors(client.balance.retrieve()).catch((error: unknown) => {
    if (!(error instanceof StripeApiError)) throw error
  })
}
