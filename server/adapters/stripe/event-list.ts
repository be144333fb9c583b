import type Stripe from 'stripe'
import type { EventPage, EventRange, WebhookEventRef } from '../../ports/payment-provider.ts'
import { ProviderUnavailableError } from '../../ports/provider-unavailable-error.ts'
import type { StripeContext } from './context.ts'
import { isPermissionError, unwrapStripeErrors } from './errors.ts'
import { Event, type HasOurMetadata, hasOurMetadata, type ObjectPointer, pointerOf } from './events.ts'

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
  const hasMetadata = cachedHasOurMetadata(context)
  for (const event of stripePage?.data ?? []) {
    const listed = await readOrSkip(context, event, hasMetadata)
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
  hasMetadata: HasOurMetadata,
): Promise<Listed | undefined> {
  let isVerified = true
  const hasMetadataOrAssume: HasOurMetadata = (paymentId) =>
    hasMetadata(paymentId).catch((error: unknown) => {
      if (!(error instanceof ProviderUnavailableError)) throw error
      isVerified = false
      return true
    })
  try {
    const pointer = await pointerOf(Event.parse(event), hasMetadataOrAssume)
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
function cachedHasOurMetadata(context: StripeContext): HasOurMetadata {
  const results = new Map<string, Promise<boolean>>()
  return (paymentId) => {
    const result = results.get(paymentId) ?? hasOurMetadata(context, paymentId)
    results.set(paymentId, result)
    return result
  }
}
