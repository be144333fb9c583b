import { InvalidSignatureError, type WebhookEventRef } from '../../ports/payment-provider.ts'
import type { StripeContext } from './client.ts'

/** How long a signature is valid. */
export const signatureToleranceSeconds = 300

/** Whether this looks like an event of Accounts v2. They name their object and have no data (docs.stripe.com/event-destinations). */
export function isThinEvent(rawBody: Buffer): boolean {
  return rawBody.includes('"v2.core.event"')
}

/** The account that a signed thin event refers to; none for other types. Throws InvalidSignatureError, also for another mode. */
export function readThinEvent(
  { client, webhookSecrets, clock, mode, log }: StripeContext,
  rawBody: Buffer,
  header: unknown,
): Array<WebhookEventRef> {
  if (typeof header !== 'string')
    throw new InvalidSignatureError('The signature is missing or has an unknown format')
  const now = clock.now().getTime()
  const parsed = webhookSecrets.map((secret) => {
    try {
      return client.parseEventNotification(rawBody, header, secret, signatureToleranceSeconds, undefined, now)
    } catch {
      // Another secret may match.
      return undefined
    }
  })
  const event = parsed.find((one) => one !== undefined)
  if (!event) throw new InvalidSignatureError('The signature does not match or is too old')
  const { id: eventId, type, livemode } = event
  if (livemode !== (mode === 'live')) {
    log.warn({ eventId, type }, 'stripe: rejected an event of another mode')
    throw new InvalidSignatureError('An event from another mode')
  }
  const related = 'related_object' in event ? event.related_object : undefined
  const objectId = related && 'id' in related ? String(related.id) : undefined
  // Those of its persons are told by an event of the account too.
  const isAboutAccount = /^v2\.core\.account[.[]/.test(type)
  return objectId && isAboutAccount ? [{ eventId, objectType: 'account', objectId }] : []
}
