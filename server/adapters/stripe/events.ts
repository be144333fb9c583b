import type Stripe from 'stripe'
import { z } from 'zod'
import {
  type EventPage,
  type EventRange,
  InvalidSignatureError,
  ProviderUnavailableError,
  type WebhookEventRef,
} from '../../ports/payment-provider.ts'
import type { StripeContext } from './client.ts'
import { isPermissionError, unwrapStripeErrors } from './errors.ts'
import { findIntent } from './payments.ts'
import { isThinEvent, readThinEvent, signatureToleranceSeconds } from './thin-events.ts'

const Event = z.object({
  id: z.string(),
  type: z.string(),
  livemode: z.boolean(),
  /** The connected account of the event; missing for our own account. */
  account: z.string().nullish(),
  data: z.object({ object: z.unknown() }),
})
type Event = z.infer<typeof Event>

const Metadata = z.record(z.string(), z.string()).nullish()
const EventObject = z.object({
  id: z.string(),
  payment_intent: z.string().nullish(),
  metadata: Metadata,
  parent: z
    .object({ subscription_details: z.object({ subscription: z.string(), metadata: Metadata }).nullish() })
    .nullish(),
})
type EventObject = z.infer<typeof EventObject>
type ObjectPointer = Omit<WebhookEventRef, 'eventId'> | undefined
/** Whether a payment is ours: of a checkout, or of Pro. */
type IsOurs = (paymentId: string) => Promise<boolean>

/**
 * The object that a signed event refers to. The account may do other business too: objects without our metadata are
 * ignored, and so are unknown types. Throws InvalidSignatureError, also for another mode or account.
 */
export async function readEvents(
  context: StripeContext,
  rawBody: Buffer,
  headers: Record<string, string | Array<string> | undefined>,
): Promise<Array<WebhookEventRef>> {
  if (isThinEvent(rawBody)) return readThinEvent(context, rawBody, headers['stripe-signature'])
  const event = verifyAndParse(context, rawBody, headers['stripe-signature'])
  assertOwnAccountAndMode(context, event)
  const pointer = await pointerOf(event, (id) => isOurs(context, id))
  return pointer ? [{ eventId: event.id, ...pointer }] : []
}

/** Throws PaymentNotFoundError. */
async function isOurs(context: StripeContext, paymentId: string): Promise<boolean> {
  const { metadata } = await findIntent(context, paymentId)
  return Boolean(metadata.attempt) || (await paysForPro(context, paymentId))
}

/** Stripe makes the payments of subscriptions itself, without metadata. The invoice has that of its subscription. */
async function paysForPro({ client }: StripeContext, paymentId: string): Promise<boolean> {
  const { data } = await unwrapStripeErrors(
    client.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: paymentId },
      limit: 1,
      expand: ['data.invoice'],
    }),
  )
  const [found] = data
  const invoice = typeof found?.invoice === 'object' && !('deleted' in found.invoice) ? found.invoice : null
  return Boolean(invoice?.parent?.subscription_details?.metadata?.user)
}

/**
 * During a rotation there are two valid secrets, and the endpoints of our account and of connected ones have one
 * each.
 */
function verifyAndParse(
  { client, webhookSecrets, clock }: StripeContext,
  rawBody: Buffer,
  header: unknown,
): Event {
  if (typeof header !== 'string')
    throw new InvalidSignatureError('The signature is missing or has an unknown format')
  for (const secret of webhookSecrets) {
    try {
      const now = clock.now().getTime()
      return Event.parse(
        client.webhooks.constructEvent(rawBody, header, secret, signatureToleranceSeconds, undefined, now),
      )
    } catch {
      // Another secret may match.
    }
  }
  throw new InvalidSignatureError(
    'The signature does not match or is too old, or the signed payload is not an event',
  )
}

/** Types of our own account. The same types of a connected account are other business. */
const platformEventTypes = /^(payment_intent|charge|refund|radar|transfer|invoice|customer)\./

function assertOwnAccountAndMode(
  { mode, log }: StripeContext,
  { id: eventId, type, livemode, account }: Event,
): void {
  const isOtherMode = livemode !== (mode === 'live')
  if (!isOtherMode && !(account && platformEventTypes.test(type))) return
  const other = isOtherMode ? 'mode' : 'account'
  log.warn({ eventId, type }, `stripe: rejected an event of another ${other}`)
  throw new InvalidSignatureError(`An event from another ${other}`)
}

/** The object that an event refers to, if it is ours. Throws what the lookup of its payment throws. */
async function pointerOf({ type, account, data }: Event, isOurs: IsOurs): Promise<ObjectPointer> {
  switch (type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
    case 'payment_intent.processing':
      return paymentPointer(EventObject.parse(data.object))
    case 'charge.updated':
    case 'charge.refunded':
      return chargePointer(EventObject.parse(data.object))
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return refundOrDisputePointer(isOurs, 'refund', EventObject.parse(data.object))
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'radar.early_fraud_warning.created':
      return refundOrDisputePointer(isOurs, 'dispute', EventObject.parse(data.object))
    // A failed payout disables the account's payouts, which reading the account shows.
    case 'account.updated':
    case 'account.application.deauthorized':
    case 'account.external_account.updated':
    case 'account.external_account.deleted':
    case 'capability.updated':
      return account ? { objectType: 'account', objectId: account } : undefined
    case 'payout.paid':
    case 'payout.failed':
      return account
        ? { objectType: 'account', objectId: account }
        : { objectType: 'platform_payout', objectId: EventObject.parse(data.object).id }
    case 'balance.available':
      return account ? undefined : { objectType: 'balance', objectId: 'available' }
    case 'transfer.reversed':
      return transferPointer(EventObject.parse(data.object))
    case 'invoice.paid':
    case 'invoice.payment_failed':
    case 'invoice.payment_action_required':
      return invoicePointer(EventObject.parse(data.object))
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      return subscriptionPointer(EventObject.parse(data.object))
    default:
      return undefined
  }
}

function paymentPointer({ id, metadata }: EventObject): ObjectPointer {
  return metadata?.attempt ? { objectType: 'payment', objectId: id } : undefined
}

/** A charge has the metadata of its payment. */
function chargePointer({ payment_intent: objectId, metadata }: EventObject): ObjectPointer {
  return objectId && metadata?.attempt ? { objectType: 'payment', objectId } : undefined
}

/** Refunds and disputes have no metadata, so their payment is looked up. */
async function refundOrDisputePointer(
  isOurs: IsOurs,
  objectType: 'refund' | 'dispute',
  { payment_intent: objectId }: EventObject,
): Promise<ObjectPointer> {
  if (!objectId) return undefined
  return (await isOurs(objectId)) ? { objectType, objectId } : undefined
}

function transferPointer({ id, metadata }: EventObject): ObjectPointer {
  return metadata?.payout ? { objectType: 'payout', objectId: id } : undefined
}

function invoicePointer({ parent }: EventObject): ObjectPointer {
  const details = parent?.subscription_details
  return details?.metadata?.user ? { objectType: 'subscription', objectId: details.subscription } : undefined
}

function subscriptionPointer({ id, metadata }: EventObject): ObjectPointer {
  return metadata?.user ? { objectType: 'subscription', objectId: id } : undefined
}

/** Each refund or dispute of a page may need a request, and the page has one timeout for all of them. */
const pageSize = 20

/**
 * The events of our own account since a time, newest first; Stripe keeps them for 30 days. A key without permission
 * to read events gets none, so only webhooks work then. An event that cannot be read is logged and skipped, and one
 * whose payment Stripe does not return is listed separately, so that neither blocks the others.
 */
export async function listEvents(context: StripeContext, { since, after }: EventRange): Promise<EventPage> {
  const { client, log } = context
  const created = { gte: Math.floor(since.getTime() / 1_000) }
  const list = client.events.list({ created, limit: pageSize, ...(after && { starting_after: after }) })
  const stripePage = await unwrapStripeErrors(Promise.resolve(list)).catch((error: unknown) => {
    if (!isPermissionError(error)) throw error
    log.warn({}, 'stripe: the key cannot read events, so lost webhooks are not found')
    return undefined
  })
  const events: Array<WebhookEventRef> = []
  const unverified: Array<WebhookEventRef> = []
  const isOurs = cachedIsOurs(context)
  for (const event of stripePage?.data ?? []) {
    const listed = await readOrSkip(context, event, isOurs)
    if (!listed) continue
    const target = listed.isVerified ? events : unverified
    target.push({ eventId: event.id, ...listed.pointer })
  }
  return {
    events,
    ...(unverified.length > 0 && { unverified }),
    ...(stripePage?.has_more && { next: stripePage.data.at(-1)?.id }),
  }
}

type Listed = { pointer: NonNullable<ObjectPointer>; isVerified: boolean }

/** A payment that Stripe does not return counts as ours, unverified. */
async function readOrSkip(
  context: StripeContext,
  event: Stripe.Event,
  isOurs: IsOurs,
): Promise<Listed | undefined> {
  let isVerified = true
  const isOursOrAssume: IsOurs = (paymentId) =>
    isOurs(paymentId).catch((error: unknown) => {
      if (!(error instanceof ProviderUnavailableError)) throw error
      isVerified = false
      return true
    })
  try {
    const pointer = await pointerOf(Event.parse(event), isOursOrAssume)
    return pointer && { pointer, isVerified }
  } catch (error) {
    const { id: eventId, type } = event
    context.log.error(
      { err: error, eventId, type },
      'stripe: a listed event could not be read and was skipped',
    )
    return undefined
  }
}

/** Several events of a page often belong to the same payment. */
function cachedIsOurs(context: StripeContext): IsOurs {
  const results = new Map<string, Promise<boolean>>()
  return (paymentId) => {
    const result = results.get(paymentId) ?? isOurs(context, paymentId)
    results.set(paymentId, result)
    return result
  }
}
