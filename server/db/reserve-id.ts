import { sql } from 'drizzle-orm'
import type { Db } from './database.ts'
import { nextId } from './schema/ids.ts'

/** The id of a row that is inserted later in the same transaction, because another row references it first. */
export async function reserveId(db: Db): Promise<number> {
  const { rows } = await db.execute<{ id: string }>(sql`select ${nextId} as id`)
  return Number(rows[0]?.id)
}
