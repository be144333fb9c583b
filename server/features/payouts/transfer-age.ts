import type { PayoutRow } from './repository.ts'

/**
 * How long a transfer may be repeated with the same idempotency key. Providers keep keys for at least a day; a later
 * repetition could pay twice.
 */
const maxRetryAgeMs = 23 * 3_600_000

/** A transfer that can no longer be repeated safely: a person must check it at the provider. */
export function isTransferUnresolved(
  { state, attemptStartedAt }: Pick<PayoutRow, 'state' | 'attemptStartedAt'>,
  now: Date,
): boolean {
  return (
    state === 'processing' &&
    attemptStartedAt !== null &&
    now.getTime() - attemptStartedAt.getTime() > maxRetryAgeMs
  )
}

/** The provider has answered that the balance is too small, and was not asked again: no transfer can be on its way. */
export function isWaitingForBalance({
  state,
  waitReason,
  attemptStartedAt,
}: Pick<PayoutRow, 'state' | 'waitReason' | 'attemptStartedAt'>): boolean {
  return state === 'processing' && waitReason === 'balance_insufficient' && attemptStartedAt === null
}
