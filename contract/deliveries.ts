import * as z from 'zod/mini'
import { OrderNumber } from './order-number.ts'
import { defineRoute } from './route.ts'
import { Id, IdParams, list, PageNumber, pageFields, Timestamp } from './schemas.ts'

export const deliveryStates = ['waiting', 'sent', 'failed', 'dropped'] as const

export const Delivery = z.object({
  id: Id,
  channel: z.enum(['email', 'webhook', 'push']),
  /** Like `purchase_access` or `alert.raised`. */
  kind: z.string(),
  /** The address or the endpoint; empty when it was erased. */
  target: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  createdAt: Timestamp,
  /** When it is tried next, while it waits. */
  nextAttemptAt: z.nullable(Timestamp),
  sentAt: z.nullable(Timestamp),
  /** The error message of the last attempt. */
  lastError: z.string(),
  /** The purchase that it is about, if any. */
  purchaseId: z.nullable(OrderNumber),
})
export type Delivery = z.infer<typeof Delivery>

/** `late`: failed, or waiting for more than five minutes. */
export const deliveryFilters = ['late', ...deliveryStates] as const
export type DeliveryFilter = (typeof deliveryFilters)[number]

export const listDeliveries = defineRoute({
  method: 'GET',
  path: '/api/admin/deliveries',
  auth: 'admin',
  summary: 'Lists emails and webhooks by their state, newest first, 50 per page.',
  query: z.object({ show: z._default(z.enum(deliveryFilters), 'late'), page: PageNumber }),
  response: z.object({ deliveries: list(Delivery), ...pageFields }),
})

export const resendDelivery = defineRoute({
  method: 'POST',
  path: '/api/admin/deliveries/:id/resend',
  auth: 'admin',
  summary: 'Sends an email or a webhook now that failed or waits.',
  params: IdParams,
  response: z.object({ done: z.literal(true) }),
})

export const decideStuckDeliveries = defineRoute({
  method: 'POST',
  path: '/api/admin/deliveries/stuck',
  auth: 'admin',
  summary:
    'Decides about everything of a channel that failed or is late, up to 1,000 at once: sent again now, or dropped where it failed.',
  body: z.object({ channel: z.enum(['email', 'webhook']), decision: z.enum(['send', 'drop']) }),
  response: z.object({ count: z.int() }),
})
