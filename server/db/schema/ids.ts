import { sql } from 'drizzle-orm'
import { bigint, pgSequence } from 'drizzle-orm/pg-core'

/** Distinguishes ids of the same millisecond. */
export const idSequence = pgSequence('id_sequence', { minValue: 0, maxValue: 4095, cycle: true })

/**
 * The next id: milliseconds since 2026 in the upper bits, a counter in the lower 12. It is time-ordered, so new rows
 * are stored together and tables can be partitioned by it, and ids are unique, also after a backup is restored. It
 * fits into a JavaScript number until 2095.
 */
export const nextId = sql`((extract(epoch from clock_timestamp()) * 1000)::bigint - 1767225600000) * 4096 + nextval('id_sequence')`

/** A primary key ordered by time. People see a random number instead (`publicId`). */
export const timeOrderedId = (name = 'id') => bigint(name, { mode: 'number' }).primaryKey().default(nextId)
