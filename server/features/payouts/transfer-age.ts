import type { PayoutRow } from './repository.ts'

/**
 * How long a transfer may be repeated with the same idempotency key. Providers keep keys for at least a day; a later
 * repetition could pay twice.
 */
const maxRetryAgeMs = 23 * 3_600_000

/** A transfer that can no longer be repeated safely: a person must check it at the provider. */
export function isTransferUnresolved(
  { state, createdAt }: Pick<PayoutRow, 'state' | 'createdAt'>,
  now: Date,
): boolean {
  return state === 'processing' && now.getTime() - createdAt.getTime() > maxRetryAgeMs
}
