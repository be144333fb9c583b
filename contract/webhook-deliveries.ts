import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'
import { Id, IdParams, list, Timestamp } from './schemas.ts'

/** The delays of Standard Webhooks, before the second try to the tenth: 75 hours and 35 minutes. */
export const retryDelaysMs: ReadonlyArray<number> = [
  5_000,
  ...[5, 30].map((minutes) => minutes * 60_000),
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * 3_600_000),
]
export const maxTries = 10

/** An event that is sent to a webhook endpoint. Kept for 30 days. */
export const WebhookDelivery = z.object({
  id: Id,
  /** The `webhook-id`, by which a receiver knows an event that arrives twice. */
  eventId: z.string(),
  type: z.string(),
  /** A line that says what it is about; empty when that was erased or is not read yet. */
  about: z.string(),
  state: z.enum(['waiting', 'sent', 'failed', 'dropped']),
  createdAt: Timestamp,
  /** The status of the last answer; null when nothing answered, or nothing was tried. */
  status: z.nullable(z.int()),
  lastTryAt: z.nullable(Timestamp),
  nextTryAt: z.nullable(Timestamp),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

export const WebhookTry = z.object({
  at: Timestamp,
  status: z.nullable(z.int()),
  durationMs: z.int(),
  /** Why it failed, in words; empty for a success. */
  problem: z.string(),
})

export const WebhookDeliveryDetail = z.extend(WebhookDelivery, {
  endpointId: Id,
  /** Oldest first. */
  tries: list(WebhookTry, limits.maxListed.webhookTries),
  /** The number of the next try among all of them, and how many there are. */
  nextTry: z.nullable(z.int()),
  maxTries: z.int(),
  /** As it was sent; null before the first try. */
  payload: z.nullable(z.string()),
  /** The first 2 KB of the last answer. */
  answer: z.string(),
})
export type WebhookDeliveryDetail = z.infer<typeof WebhookDeliveryDetail>

/** `failed`: given up, or waiting after a try that failed. */
export const webhookDeliveryFilters = ['all', 'failed'] as const
const Show = z._default(z.enum(webhookDeliveryFilters), 'all')
export type WebhookDeliveryFilter = (typeof webhookDeliveryFilters)[number]

export const listWebhookDeliveries = defineRoute({
  method: 'GET',
  path: '/api/webhook-endpoints/:id/deliveries',
  auth: 'creator',
  scope: 'webhooks:read',
  summary:
    'Lists what was sent to a webhook endpoint in the last 30 days, newest first, 50 per page. `before` is the last id of a page.',
  params: IdParams,
  query: z.object({
    show: Show,
    before: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(Number.MAX_SAFE_INTEGER))),
  }),
  response: z.object({ deliveries: list(WebhookDelivery, limits.maxPageSize), hasMore: z.boolean() }),
})

export const getWebhookDelivery = defineRoute({
  method: 'GET',
  path: '/api/webhook-deliveries/:id',
  auth: 'creator',
  scope: 'webhooks:read',
  summary: 'Returns one delivery with its tries, its payload and the last answer.',
  params: IdParams,
  response: WebhookDeliveryDetail,
})

export const resendWebhookDelivery = defineRoute({
  method: 'POST',
  path: '/api/webhook-deliveries/:id/resend',
  auth: 'creator',
  scope: 'webhooks:write',
  summary: 'Sends a delivery again, now, with the same `webhook-id` and payload, and with ten tries.',
  params: IdParams,
  response: WebhookDeliveryDetail,
})

const Since = z.object({
  since: z.iso.datetime({ offset: true, error: 'Enter a day and a time' }),
  /** `failed`: only what did not arrive. `all`: also what happened while the endpoint was off or not there. */
  show: Show,
})

export const countWebhookResend = defineRoute({
  method: 'GET',
  path: '/api/webhook-endpoints/:id/resend',
  auth: 'creator',
  scope: 'webhooks:read',
  summary: 'Says how many events a resend since a time would send. At most 30 days back.',
  params: IdParams,
  query: Since,
  response: z.object({ count: z.int() }),
})

export const resendWebhookDeliveries = defineRoute({
  method: 'POST',
  path: '/api/webhook-endpoints/:id/resend',
  auth: 'creator',
  scope: 'webhooks:write',
  summary: 'Sends all events since a time again, at most 30 days back. Says how many.',
  params: IdParams,
  body: Since,
  response: z.object({ count: z.int() }),
})
