import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'
import { Id, IdParams, list, Timestamp } from './schemas.ts'
import { webhookEventTypes } from './webhook-events.ts'

/** `json` is signed and for programs; the others are a message in a channel. */
export const webhookFormats = ['json', 'slack', 'discord'] as const
export type WebhookFormat = (typeof webhookFormats)[number]

/**
 * `trying_again`: the last try failed, and events wait for the next one. Turned off: by the creator, by an answer 410, or
 * after five days in which nothing arrived.
 */
export const webhookEndpointStates = ['working', 'trying_again', 'turned_off'] as const

/** An address that is told what happens in a creator's account. */
export const WebhookEndpoint = z.object({
  id: Id,
  url: z.string(),
  format: z.enum(webhookFormats),
  types: list(z.enum(webhookEventTypes), webhookEventTypes.length),
  state: z.enum(webhookEndpointStates),
  /** Whether nothing was sent yet. */
  isNew: z.boolean(),
  createdAt: Timestamp,
  /** The newest event that arrived. */
  lastSuccess: z.nullable(z.object({ type: z.string(), at: Timestamp })),
  /** Since when nothing has arrived; null while it works. */
  failingSince: z.nullable(Timestamp),
  /** What waits, up to 1,000, and when the first of it is tried. */
  waiting: z.int(),
  nextTryAt: z.nullable(Timestamp),
  turnedOff: z.nullable(
    z.object({
      at: Timestamp,
      reason: z.enum(['creator', 'gone', 'failing']),
      /** Events that were given up and are still kept, up to 1,000, and how long. */
      failed: z.int(),
      keptUntil: z.nullable(Timestamp),
    }),
  ),
  /** Until when the secret before this one signs too. */
  previousSecretUntil: z.nullable(Timestamp),
})
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>

const WebhookEndpoints = list(WebhookEndpoint, limits.maxWebhookEndpoints)

const Address = z.string({ error: 'Enter an address' }).check(
  z.trim(),
  z.minLength(1, 'Enter an address'),
  z.maxLength(limits.maxWebhookUrlLength, 'This address is too long'),
  z.refine((text) => /^https?:\/\/[^\s/]/i.test(text), 'Enter an address like https://example.com/hooks'),
)

const fields = {
  url: Address,
  format: z.enum(webhookFormats),
  types: z
    .array(z.enum(webhookEventTypes))
    .check(z.minLength(1, 'Choose at least one event'), z.maxLength(webhookEventTypes.length)),
}
export const WebhookEndpointInput = z.object(fields)

export const listWebhookEndpoints = defineRoute({
  method: 'GET',
  path: '/api/webhook-endpoints',
  auth: 'creator',
  scope: 'webhooks:read',
  summary: 'Lists the creator’s webhook endpoints, oldest first.',
  response: WebhookEndpoints,
})

export const getWebhookEndpoint = defineRoute({
  method: 'GET',
  path: '/api/webhook-endpoints/:id',
  auth: 'creator',
  scope: 'webhooks:read',
  summary: 'Returns one webhook endpoint. 404 for another creator’s.',
  params: IdParams,
  response: WebhookEndpoint,
})

export const createWebhookEndpoint = defineRoute({
  method: 'POST',
  path: '/api/webhook-endpoints',
  auth: 'creator',
  scope: 'webhooks:write',
  summary:
    'Makes a webhook endpoint: a public https address that gets the chosen events, signed as Standard Webhooks describe. The creator is told by email.',
  body: WebhookEndpointInput,
  response: z.object({
    endpoint: WebhookEndpoint,
    /** `whsec_` and base64, with which receivers verify. */
    secret: z.string(),
  }),
})

export const updateWebhookEndpoint = defineRoute({
  method: 'PATCH',
  path: '/api/webhook-endpoints/:id',
  auth: 'creator',
  scope: 'webhooks:write',
  summary:
    'Changes a webhook endpoint, or turns it off or on. What waits at one that is turned off is given up. The creator is told of another address by email.',
  params: IdParams,
  body: z.object({
    url: z.optional(fields.url),
    format: z.optional(fields.format),
    types: z.optional(fields.types),
    isOn: z.optional(z.boolean()),
  }),
  response: WebhookEndpoint,
})

export const deleteWebhookEndpoint = defineRoute({
  method: 'DELETE',
  path: '/api/webhook-endpoints/:id',
  auth: 'creator',
  scope: 'webhooks:write',
  summary: 'Deletes a webhook endpoint with what was sent to it and what waits.',
  params: IdParams,
  response: WebhookEndpoints,
})

const Secret = z.object({ endpoint: WebhookEndpoint, secret: z.string() })

export const revealWebhookSecret = defineRoute({
  method: 'POST',
  path: '/api/webhook-endpoints/:id/secret',
  auth: 'creator',
  isReadOnly: true,
  summary: 'Returns the signing secret of a webhook endpoint. Requires a recent sign-in.',
  params: IdParams,
  response: Secret,
})

export const rotateWebhookSecret = defineRoute({
  method: 'POST',
  path: '/api/webhook-endpoints/:id/rotate',
  auth: 'creator',
  summary:
    'Gives a webhook endpoint a new signing secret and returns it. The old one signs too for 24 hours. Requires a recent sign-in.',
  params: IdParams,
  response: Secret,
})

/** What a test was answered. */
export const WebhookTest = z.object({
  /** Null when nothing answered. */
  status: z.nullable(z.int()),
  durationMs: z.int(),
  /** Why it failed, in words; empty for a success. */
  problem: z.string(),
})
export type WebhookTest = z.infer<typeof WebhookTest>

export const testWebhookAddress = defineRoute({
  method: 'POST',
  path: '/api/webhook-endpoints/test',
  auth: 'creator',
  scope: 'webhooks:write',
  isReadOnly: true,
  summary: 'Sends `test.ping` to an address that is no endpoint yet, signed with a secret that is used once.',
  body: z.pick(WebhookEndpointInput, { url: true, format: true }),
  response: WebhookTest,
})

export const testWebhookEndpoint = defineRoute({
  method: 'POST',
  path: '/api/webhook-endpoints/:id/test',
  auth: 'creator',
  scope: 'webhooks:write',
  summary: 'Sends `test.ping` to a webhook endpoint, once. It is listed with its deliveries.',
  params: IdParams,
  response: WebhookTest,
})
