import * as z from 'zod/mini'

/** Every error code with its HTTP status. A code is stable; its message may change. */
export const errorStatus = {
  invalid_input: 400,
  unauthorized: 401,
  payment_pending: 402,
  forbidden: 403,
  purchase_refunded: 403,
  /** The signed URL has expired; request a new one. */
  expired: 403,
  /** Access was revoked by a person; a refund can still be requested. */
  access_revoked: 403,
  /** Needs a sign-in within the last minutes: sign in again and repeat the call. */
  reauthentication_required: 403,
  /** Needs a passkey: an admin who has one confirms each sign-in with it. */
  second_factor_required: 403,
  suspended: 403,
  /** Needs Pro. */
  upgrade_required: 403,
  /** It would exceed the storage quota of the creator's plan. */
  quota_exceeded: 403,
  not_found: 404,
  conflict: 409,
  /** The page was made for another account than the one that is signed in now: reload it. */
  account_changed: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  upload_locked: 423,
  rate_limited: 429,
  internal_error: 500,
  payment_provider_error: 502,
  unavailable: 503,
  /** The card provider does not answer in time. The message says whether the buyer may have been charged. */
  provider_unavailable: 503,
  /** The file store does not answer. Stored and purchased files are not lost. */
  store_unavailable: 503,
  /** The mail server does not accept emails right now. */
  mail_unavailable: 503,
  insufficient_storage: 507,
} as const

export type ErrorCode = keyof typeof errorStatus

/** The body of every error response. `fields` has messages by form field. */
export const ErrorBody = z.object({
  code: z.string(),
  message: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  requestId: z.optional(z.string()),
})
export type ErrorBody = z.infer<typeof ErrorBody>
