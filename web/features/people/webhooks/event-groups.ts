import type { WebhookEndpoint, WebhookFormat } from '../../../../contract/webhook-endpoints.ts'
import { type WebhookEventType, webhookEventTypes } from '../../../../contract/webhook-events.ts'

/** Types that belong together, as the form offers them. */
export const eventGroups: ReadonlyArray<{ label: string; types: ReadonlyArray<WebhookEventType> }> = [
  { label: 'A sale', types: ['sale.created'] },
  { label: 'A refund', types: ['sale.refunded', 'sale.refund_returned'] },
  { label: 'A dispute opens or closes', types: ['sale.disputed', 'sale.dispute_closed'] },
  { label: 'A license key is issued or used on a device', types: ['license.issued', 'license.activated'] },
  { label: 'A payout is paid or returned', types: ['payout.paid', 'payout.returned'] },
  { label: 'Someone follows you', types: ['follower.confirmed'] },
  { label: 'An item is published or withdrawn', types: ['item.published', 'item.unpublished'] },
  { label: 'Access is revoked or restored', types: ['access.revoked', 'access.restored'] },
]

export const formatLabels: Record<WebhookFormat, { title: string; description: string }> = {
  json: { title: 'JSON', description: 'For code, n8n, Zapier' },
  discord: { title: 'Discord', description: 'A message' },
  slack: { title: 'Slack', description: 'A message' },
}

/** `4 kinds of events`, or `sale.created, as a Discord message`. */
export function describeEvents({ types, format }: Pick<WebhookEndpoint, 'types' | 'format'>): string {
  const [first = ''] = types
  const what = types.length === 1 ? first : `${types.length} kinds of events`
  const events = types.length === webhookEventTypes.length ? 'All events' : what
  return format === 'json' ? events : `${events}, as a ${formatLabels[format].title} message`
}

/** An address without its scheme, as a heading. */
export function shortAddress(url: string): string {
  return url.replace(/^https:\/\//, '').replace(/\/$/, '')
}
