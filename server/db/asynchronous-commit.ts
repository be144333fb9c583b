import { sql } from 'drizzle-orm'

/**
 * Selected by a statement whose commit need not wait for the disk. Only for writes that may be lost in a power cut,
 * and never in a transaction with other writes, because it applies to the whole transaction.
 */
export const asynchronousCommit = sql<string>`set_config('synchronous_commit', 'off', true)`
