import { sql } from 'drizzle-orm'

/**
 * Select it in a statement whose commit need not wait for the disk. Only for writes that may be lost in a power failure.
 * Never use it in a transaction with other writes, because it applies to the whole transaction.
 */
export const asynchronousCommit = sql<string>`set_config('synchronous_commit', 'off', true)`
