import Stripe from 'stripe'
import {
  ProviderBusyError,
  ProviderRefusedError,
  ProviderUnavailableError,
  TooManyCallsError,
} from '../../ports/payment-provider.ts'

type ErrorDetails = { type: string; code?: string; param?: string; status?: number; requestId?: string }

/**
 * The loggable part of a Stripe error. Stripe's own errors contain the whole payment, with its secret and the buyer's
 * email.
 */
export class StripeApiError extends Error {
  override name = 'StripeApiError'
  readonly type: string
  readonly code?: string
  readonly param?: string
  readonly status?: number
  readonly requestId?: string

  constructor(message: string, { type, code, param, status, requestId }: ErrorDetails) {
    super(message)
    this.type = type
    this.code = code
    this.param = param
    this.status = status
    this.requestId = requestId
  }
}

/** The result of a call to Stripe. Throws ProviderUnavailableError for an outage, ProviderBusyError for its rate limit, and StripeApiError for a rejection. */
export async function unwrapStripeErrors<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    // The SDK wraps an error of its HTTP client (pace.ts).
    if (error.detail instanceof TooManyCallsError) throw error.detail
    const { message, type, code, param, statusCode: status, requestId } = error
    const stripeApiError = new StripeApiError(message, { type, code, param, status, requestId })
    if (error instanceof Stripe.errors.StripeRateLimitError)
      throw new ProviderBusyError(`Stripe is busy: ${type}`, { cause: stripeApiError })
    throw isOutage(error)
      ? new ProviderUnavailableError(`Stripe did not answer: ${type}`, { cause: stripeApiError })
      : stripeApiError
  }
}

/**
 * As unwrapStripeErrors, for calls whose rejection a person is told. Throws ProviderRefusedError for a final rejection, and
 * ProviderBusyError when another call with the same key is still running.
 */
export async function unwrapRefusals<T>(call: Promise<T>): Promise<T> {
  return unwrapStripeErrors(call).catch((error: unknown) => {
    if (!(error instanceof StripeApiError)) throw error
    const { message, code, type } = error
    if (code === 'idempotency_key_in_use' || code === 'lock_timeout')
      throw new ProviderBusyError(`Stripe is busy: ${code}`, { cause: error })
    throw new ProviderRefusedError(message, { code: code ?? type, cause: error })
  })
}

/** A connection error, a timeout, or a server error at Stripe. */
function isOutage(error: unknown): boolean {
  const { StripeConnectionError, StripeAPIError } = Stripe.errors
  return error instanceof StripeConnectionError || error instanceof StripeAPIError
}

export function isResourceMissing(error: unknown): boolean {
  return error instanceof StripeApiError && error.code === 'resource_missing'
}

/** The object is in another state than the call needs: paid, canceled or processing. */
export function isUnexpectedState(error: unknown): boolean {
  return error instanceof StripeApiError && error.code === 'payment_intent_unexpected_state'
}

/** A final rejection: nothing was done, and a retry will not do it. Timeouts and 5xx are not final. */
export function isInvalidRequest(error: unknown): error is StripeApiError {
  return error instanceof StripeApiError && error.type === 'StripeInvalidRequestError'
}

/** The platform's balance does not cover a refund or transfer. Stripe stores this answer for the key. */
export function isBalanceInsufficient(error: unknown): error is StripeApiError {
  return error instanceof StripeApiError && error.code === 'balance_insufficient'
}

/** Another call with the same key or on the same object runs, or too many do. Nothing is stored for the key. */
export function isBusy(error: unknown): boolean {
  if (error instanceof ProviderBusyError) return true
  return (
    error instanceof StripeApiError &&
    (error.code === 'lock_timeout' || error.code === 'idempotency_key_in_use')
  )
}

/** The key has no permission, or the account is no longer connected. */
export function isPermissionError(error: unknown): boolean {
  return error instanceof StripeApiError && error.type === 'StripePermissionError'
}
