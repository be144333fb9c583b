import { dictionary } from '../../../contract/dictionary.ts'
import { TransferDeferredError, TransferFailedError, type TransferRejection } from '../../ports/connect.ts'
import { ProviderUnavailableError } from '../../ports/provider-unavailable-error.ts'
import { isInvalidRequest, StripeApiError } from './errors.ts'

/**
 * For `catch` of a transfer: throws TransferDeferredError when Stripe may make it later, TransferFailedError when it
 * never will, and any other error unchanged. Stripe repeats a stored answer for a used key. It stores `no`, also for a
 * balance that is too small, but nothing for a request that it limited or that met another one.
 */
export function throwTransferError(error: unknown): never {
  const stripeError = error instanceof ProviderUnavailableError ? error.cause : error
  if (!(stripeError instanceof StripeApiError)) throw error
  const { type, code, status, message } = stripeError
  if (code === 'balance_insufficient') throw deferred(stripeError, 'balance_insufficient')
  if (status === 429 || code === 'lock_timeout' || code === 'idempotency_key_in_use')
    throw deferred(stripeError, 'provider_busy')
  if (code === 'account_invalid') throw new TransferFailedError(message, { rejection: 'disconnected', code })
  // Our key is wrong or may not transfer, which an operator can change.
  if (type === 'StripeAuthenticationError' || type === 'StripePermissionError')
    throw deferred(stripeError, 'provider_unavailable')
  if (isInvalidRequest(stripeError))
    throw new TransferFailedError(message, { rejection: rejectionOf(stripeError), code: code ?? type })
  throw error
}

function deferred(
  { message, code, type }: StripeApiError,
  reason: TransferDeferredError['reason'],
): TransferDeferredError {
  return new TransferDeferredError(message, { reason, code: code ?? type })
}

const rejectionByCode: Record<string, TransferRejection> = dictionary({
  insufficient_capabilities_for_transfer: 'transfers_inactive',
  capability_not_active: 'transfers_inactive',
  storer_capability_not_active: 'transfers_inactive',
  account_closed: 'account_restricted',
  payouts_not_allowed: 'account_restricted',
  resource_missing: 'disconnected',
  country_unsupported: 'country',
  country_code_invalid: 'country',
})

/** Stripe has no code for a transfer across a border that it does not serve, only a sentence. */
const countryPattern = /accounts located in|different (country|region)|cross-border/i

function rejectionOf({ code = '', param, message }: StripeApiError): TransferRejection {
  const byCode = Object.hasOwn(rejectionByCode, code) ? rejectionByCode[code] : undefined
  if (byCode) return byCode
  if (countryPattern.test(message)) return 'country'
  return param === 'currency' ? 'currency' : 'other'
}
