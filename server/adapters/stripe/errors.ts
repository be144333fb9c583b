import Stripe from 'stripe'
import { ProviderUnavailableError } from '../../ports/provider-unavailable-error.ts'

type ErrorDetails = { type: string; code?: string; status?: number; requestId?: string }

/** What may be logged of Stripe's refusals. Their own errors carry the whole payment, with its secret and the buyer's address. */
export class StripeApiError extends Error {
  override name = 'StripeApiError'
  readonly type: string
  readonly code?: string
  readonly status?: number
  readonly requestId?: string

  constructor(message: string, { type, code, status, requestId }: ErrorDetails) {
    super(message)
    this.type = type
    this.code = code
    this.status = status
    this.requestId = requestId
  }
}

/** The answer of a call to Stripe. Throws ProviderUnavailableError when Stripe is not working, StripeApiError when it refuses. */
export async function unwrapStripeErrors<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    const { message, type, code, statusCode: status, requestId } = error
    const fault = new StripeApiError(message, { type, code, status, requestId })
    throw isOutage(error)
      ? new ProviderUnavailableError(`Stripe did not answer: ${type}`, { cause: fault })
      : fault
  }
}

/** No connection, a timeout, an error on Stripe's side, or so many requests that Stripe takes no more for a while. */
function isOutage(error: unknown): boolean {
  const { StripeConnectionError, StripeAPIError, StripeRateLimitError } = Stripe.errors
  return [StripeConnectionError, StripeAPIError, StripeRateLimitError].some((type) => error instanceof type)
}

export function isResourceMissing(error: unknown): boolean {
  return error instanceof StripeApiError && error.code === 'resource_missing'
}

/** Another state than the call needs: paid, cancelled or on its way already. */
export function isUnexpectedState(error: unknown): boolean {
  return error instanceof StripeApiError && error.code === 'payment_intent_unexpected_state'
}

/** A no that stays a no: nothing was done, and the same words again will not do it. A timeout or a 5xx says neither. */
export function isInvalidRequest(error: unknown): error is StripeApiError {
  return error instanceof StripeApiError && error.type === 'StripeInvalidRequestError'
}

/** The key may not look at this: a part of the account is closed to it, or the account is no longer connected to ours. */
export function isPermissionError(error: unknown): boolean {
  return error instanceof StripeApiError && error.type === 'StripePermissionError'
}
