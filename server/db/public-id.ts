import { randomInt } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from './database.ts'
import { nextId } from './schema/columns.ts'

const minPublicId = 100_000_000_000_000
/** randomInt accepts no range of 2^48 or more. */
const rangeSize = 2 ** 48 - 1
const maxAttempts = 5

/** A random number of 15 digits, one of 2.8 × 10^14. It cannot be guessed and does not reveal the number of rows. */
export function randomPublicId(): number {
  return minPublicId + randomInt(rangeSize)
}

/**
 * Inserts a row with a random public id. `insert` ends in `on conflict do nothing` on that id and returns the
 * inserted rows. When the id is taken, another one is tried. Throws after five taken ids.
 */
export async function insertWithPublicId<Row>(
  newPublicId: () => number,
  insert: (publicId: number) => Promise<Array<Row>>,
): Promise<Row> {
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const [row] = await insert(newPublicId())
    if (row) return row
  }
  throw new Error(`${maxAttempts} random ids in a row were taken`)
}

/** The id of a row that is inserted later in the same transaction, because another row references it first. */
export async function reserveId(db: Db): Promise<number> {
  const { rows } = await db.execute<{ id: string }>(sql`select ${nextId} as id`)
  return Number(rows[0]?.id)
}
