import { sql } from 'drizzle-orm'

/**
 * Returned by a write that stands alone: its commit does not wait for the disk. Only for what may be lost in a power cut,
 * and never in a transaction that writes anything else, for which the same would be true.
 */
export const asynchronousCommit = sql<string>`set_config('synchronous_commit', 'off', true)`
