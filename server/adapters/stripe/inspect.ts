import type Stripe from 'stripe'
import { dictionary } from '../../../contract/dictionary.ts'
import type { ProviderFinding } from '../../ports/payment-provider.ts'
import type { StripeContext } from './client.ts'
import { StripeApiError, unwrapStripeErrors } from './errors.ts'

/** The events of the two endpoints (docs/operate/stripe.md). */
const accountEvents = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'payment_intent.processing',
  'charge.updated',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'radar.early_fraud_warning.created',
  'transfer.reversed',
  'payout.paid',
  'payout.failed',
  'balance.available',
]
const proEvents = [
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
]

/** Reads webhook endpoints, Connect and the portal for cards. A key that may not read one of them says so. */
export async function inspect(
  { client, accounts }: StripeContext,
  { webhookUrl, sellsPro }: { webhookUrl: string; sellsPro: boolean },
): Promise<Array<ProviderFinding>> {
  return Promise.all([
    found('webhook endpoint', () => inspectEndpoints(client, { webhookUrl, sellsPro })),
    found('connect', () => inspectConnect(client, accounts)),
    ...(sellsPro ? [found('card portal', () => inspectPortal(client))] : []),
  ])
}

type Found = Omit<ProviderFinding, 'name'>

async function found(name: string, look: () => Promise<Found>): Promise<ProviderFinding> {
  try {
    return { name, ...(await look()) }
  } catch (error) {
    if (!(error instanceof StripeApiError)) throw error
    const { code, type, message } = error
    return { name, detail: `Stripe answered ${code ?? type}: ${message}`, fix: fixes[name] ?? '' }
  }
}

const fixes: Record<string, string> = dictionary({
  'webhook endpoint': 'Let the key read webhook endpoints, or check them in the dashboard.',
  connect:
    'Turn on Connect in the dashboard and fill in the platform profile, if creators are paid by transfer.',
  'card portal': 'Let the key read the customer portal’s settings, or check them in the dashboard.',
})

async function inspectEndpoints(
  client: Stripe,
  { webhookUrl, sellsPro }: { webhookUrl: string; sellsPro: boolean },
): Promise<Found> {
  const { data } = await unwrapStripeErrors(client.webhookEndpoints.list({ limit: 100 }))
  const ours = data.filter(({ url, status }) => url === webhookUrl && status === 'enabled')
  if (ours.length === 0)
    return {
      detail: `No webhook endpoint has the address ${webhookUrl}`,
      fix: 'Create the two endpoints of docs/operate/stripe.md.',
    }
  const subscribed = new Set(ours.flatMap(({ enabled_events }) => enabled_events))
  const wanted = sellsPro ? [...accountEvents, ...proEvents] : accountEvents
  const missing = wanted.filter((event) => !subscribed.has(event) && !subscribed.has('*'))
  return missing.length === 0
    ? { detail: `${webhookUrl} gets every event of the account` }
    : { detail: `${webhookUrl} misses ${missing.join(', ')}`, fix: 'Add these events to the endpoint.' }
}

/** Lists one account: Stripe refuses that to a platform without Connect. */
async function inspectConnect(client: Stripe, accounts: StripeContext['accounts']): Promise<Found> {
  if (accounts === 'v2') await unwrapStripeErrors(client.v2.core.accounts.list({ limit: 1 }))
  else await unwrapStripeErrors(client.accounts.list({ limit: 1 }))
  return { detail: `Connect answers, accounts are made by Accounts ${accounts}` }
}

async function inspectPortal(client: Stripe): Promise<Found> {
  const { data } = await unwrapStripeErrors(
    client.billingPortal.configurations.list({ is_default: true, active: true, limit: 1 }),
  )
  const [configuration] = data
  if (configuration?.features.payment_method_update.enabled)
    return { detail: 'Creators can change the card of Pro in the customer portal' }
  return {
    detail: 'The customer portal lets no one change a card',
    fix: 'Save its settings once in the dashboard, with payment methods allowed.',
  }
}
