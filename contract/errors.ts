import * as z from 'zod/mini'

/** Every refusal a caller can meet, with its HTTP status. A code is stable; its sentence may change. */
export const errorStatus = {
  invalid_input: 400,
  unauthorized: 401,
  payment_pending: 402,
  forbidden: 403,
  refunded: 403,
  /** A signed address whose time is over; a fresh one can be had. */
  expired: 403,
  /** A person closed this access; a refund can still be asked for. */
  closed: 403,
  /** Only for somebody who signed in a few minutes ago: sign in again and repeat the call. */
  fresh_sign_in: 403,
  suspended: 403,
  /** A part of Pro, which this account is not on. */
  needs_pro: 403,
  /** It would exceed what this creator's plan may store. */
  quota_exceeded: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported_media: 415,
  locked: 423,
  throttled: 429,
  internal: 500,
  provider_failed: 502,
  unavailable: 503,
  /** The card provider does not answer in time. The message says whether the buyer may have been charged. */
  provider_away: 503,
  /** The file store does not answer. Nothing that was stored or bought is lost. */
  store_away: 503,
  /** The mail server does not take mail right now. */
  mail_away: 503,
  storage_full: 507,
} as const

export type ErrorCode = keyof typeof errorStatus

/** The body of every answer that is not OK. `fields` ties sentences to the fields of the form that was sent. */
export const ErrorBody = z.object({
  code: z.string(),
  message: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  requestId: z.optional(z.string()),
})
export type ErrorBody = z.infer<typeof ErrorBody>
