import { z } from 'zod'
import {
  type EventPage,
  type EventPointer,
  type EventRange,
  InvalidSignature,
} from '../../ports/payment-provider.ts'
import type { Desk } from './desk.ts'
import { answerOf, isForbidden } from './faults.ts'
import { findIntent } from './payments.ts'

/** Seconds a signature is good for. */
const tolerance = 300
/** The most that Stripe lists at a time. */
const pageSize = 100

const Event = z.object({
  id: z.string(),
  type: z.string(),
  livemode: z.boolean(),
  /** The connected account it happened on; not there when it happened on ours. */
  account: z.string().nullish(),
  data: z.object({ object: z.unknown() }),
})
type Event = z.infer<typeof Event>

const Marks = z.record(z.string(), z.string()).nullish()
const Thing = z.object({
  id: z.string(),
  payment_intent: z.string().nullish(),
  metadata: Marks,
  parent: z
    .object({ subscription_details: z.object({ subscription: z.string(), metadata: Marks }).nullish() })
    .nullish(),
})
type Thing = z.infer<typeof Thing>
type Where = Omit<EventPointer, 'eventId'> | undefined

/**
 * What a signed event points at. The account may do other business too: what does not carry our marks is not ours, and
 * a type this version does not know points at nothing. Throws InvalidSignature, also for another mode or account.
 */
export async function readEvents(
  desk: Desk,
  rawBody: Buffer,
  headers: Record<string, string | Array<string> | undefined>,
): Promise<Array<EventPointer>> {
  const event = verified(desk, rawBody, headers['stripe-signature'])
  refuseForeign(desk, event)
  const where = await whereOf(desk, event)
  return where ? [{ eventId: event.id, ...where }] : []
}

/**
 * The events of our own account since a moment, newest first; Stripe keeps them for 30 days. A key that may not read events
 * gets none: webhooks alone have to do then.
 */
export async function listEvents(desk: Desk, { since, after }: EventRange): Promise<EventPage> {
  const { client, log } = desk
  const created = { gte: Math.floor(since.getTime() / 1_000) }
  const list = client.events.list({ created, limit: pageSize, ...(after && { starting_after: after }) })
  const found = await answerOf(Promise.resolve(list)).catch((error: unknown) => {
    if (!isForbidden(error)) throw error
    log.warn({}, 'stripe: the key may not read events, so lost webhooks are not found')
    return undefined
  })
  const events: Array<EventPointer> = []
  for (const one of found?.data ?? []) {
    const where = await whereOf(desk, Event.parse(one))
    if (where) events.push({ eventId: one.id, ...where })
  }
  return { events, ...(found?.has_more && { next: found.data.at(-1)?.id }) }
}

/** While a secret is replaced two may sign, and the endpoints of our account and of connected ones have one each. */
function verified({ client, webhookSecrets, clock }: Desk, rawBody: Buffer, header: unknown): Event {
  if (typeof header !== 'string') throw new InvalidSignature('There is no signature that we know')
  for (const secret of webhookSecrets) {
    try {
      const now = clock.now().getTime()
      return Event.parse(client.webhooks.constructEvent(rawBody, header, secret, tolerance, undefined, now))
    } catch {
      // The next secret may fit.
    }
  }
  throw new InvalidSignature('The signature is wrong or too old, or what was signed is no event')
}

/** Things that are on our own account. The same on a connected one is somebody else's business. */
const onOurs = /^(payment_intent|charge|refund|radar|transfer|invoice|customer)\./

function refuseForeign({ mode, log }: Desk, { id: eventId, type, livemode, account }: Event): void {
  const isOtherMode = livemode !== (mode === 'live')
  if (!isOtherMode && !(account && onOurs.test(type))) return
  const other = isOtherMode ? 'mode' : 'account'
  log.warn({ eventId, type }, `stripe: an event of another ${other} was refused`)
  throw new InvalidSignature(`An event of another ${other}`)
}

async function whereOf(desk: Desk, { type, account, data }: Event): Promise<Where> {
  switch (type) {
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
    case 'payment_intent.processing':
      return ofPayment(Thing.parse(data.object))
    case 'charge.updated':
    case 'charge.refunded':
      return ofCharge(Thing.parse(data.object))
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
      return ofPart(desk, 'refund', Thing.parse(data.object))
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'radar.early_fraud_warning.created':
      return ofPart(desk, 'dispute', Thing.parse(data.object))
    // A bank that does not take a payout closes the account's payouts: the account says so when it is read.
    case 'account.updated':
    case 'account.application.deauthorized':
    case 'payout.paid':
    case 'payout.failed':
      return account ? { about: 'account', objectId: account } : undefined
    case 'transfer.reversed':
      return ofTransfer(Thing.parse(data.object))
    case 'invoice.paid':
    case 'invoice.payment_failed':
      return ofInvoice(Thing.parse(data.object))
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      return ofSubscription(Thing.parse(data.object))
    default:
      return undefined
  }
}

function ofPayment({ id, metadata }: Thing): Where {
  return metadata?.attempt ? { about: 'payment', objectId: id } : undefined
}

/** A charge has the marks of its payment. */
function ofCharge({ payment_intent: objectId, metadata }: Thing): Where {
  return objectId && metadata?.attempt ? { about: 'payment', objectId } : undefined
}

/** Refunds and disputes carry no marks: their payment is asked whose it is. */
async function ofPart(
  desk: Desk,
  about: 'refund' | 'dispute',
  { payment_intent: objectId }: Thing,
): Promise<Where> {
  if (!objectId) return undefined
  const { metadata } = await findIntent(desk, objectId)
  return metadata.attempt ? { about, objectId } : undefined
}

function ofTransfer({ id, metadata }: Thing): Where {
  return metadata?.payout ? { about: 'payout', objectId: id } : undefined
}

function ofInvoice({ parent }: Thing): Where {
  const details = parent?.subscription_details
  return details?.metadata?.user ? { about: 'subscription', objectId: details.subscription } : undefined
}

function ofSubscription({ id, metadata }: Thing): Where {
  return metadata?.user ? { about: 'subscription', objectId: id } : undefined
}
