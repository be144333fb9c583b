/**
 * The events that a creator's endpoint can be told, in the order of the form. Each name is one of `domain_events`. Fields and
 * types are only added, because programs of others read them.
 */
export const webhookEventTypes = [
  'sale.created',
  'sale.refunded',
  'sale.refund_returned',
  'sale.disputed',
  'sale.dispute_closed',
  'license.issued',
  'license.activated',
  'payout.paid',
  'payout.returned',
  'follower.confirmed',
  'item.published',
  'item.unpublished',
  'access.revoked',
  'access.restored',
] as const

export type WebhookEventType = (typeof webhookEventTypes)[number]

/** Sent by hand to try an endpoint, which need not ask for it. */
export const testEventType = 'test.ping'
