import type { PayoutRow } from './repository.ts'

/**
 * Milliseconds a transfer may be asked for again with the same key. Providers keep keys for a day at least; after that
 * asking again could pay twice.
 */
const idempotencyKeyTtlMs = 23 * 3_600_000

/** A transfer of which nobody can say by asking again whether it was made: a person must look at the provider. */
export function isTransferUnresolved(
  { state, createdAt }: Pick<PayoutRow, 'state' | 'createdAt'>,
  now: Date,
): boolean {
  return state === 'processing' && now.getTime() - createdAt.getTime() > idempotencyKeyTtlMs
}
