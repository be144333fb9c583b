import { type Column, type SQL, sql } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './database.ts'

type Batch = { table: PgTable; isExpired: SQL; limit: number }

/** Deletes at most `limit` rows that fulfill a condition. Returns how many. Rows that others have locked are skipped. */
export async function deleteBatch(db: Db, { table, isExpired, limit }: Batch): Promise<number> {
  const key = primaryKeyOf(table)
  const { rowCount } = await db.execute(sql`
    with expired as (select ${key} from ${table} where ${isExpired} limit ${limit} for update skip locked)
    delete from ${table} where (${key}) in (select * from expired)`)
  return rowCount ?? 0
}

type DeleteBatch = (ports: { db: Db }, before: Date, limit: number) => Promise<number>

/** For a rule of retention: deletes rows whose time is set and was before. */
export function rowsBefore(table: PgTable, time: Column): DeleteBatch {
  return rowsWhere(table, (before) => isBefore(time, before))
}

/** For a rule of retention with a condition of its own. */
export function rowsWhere(table: PgTable, isExpired: (before: Date) => SQL): DeleteBatch {
  return ({ db }, before, limit) => deleteBatch(db, { table, isExpired: isExpired(before), limit })
}

export function isBefore(time: Column, before: Date): SQL {
  return sql`${time} < ${before}::timestamptz`
}

/** Updates such rows instead, and returns how many. The update must make the condition false. */
export async function updateBatch(db: Db, { table, isExpired, limit }: Batch, change: SQL): Promise<number> {
  const key = primaryKeyOf(table)
  const { rowCount } = await db.execute(sql`
    with expired as (select ${key} from ${table} where ${isExpired} limit ${limit} for update skip locked)
    update ${table} set ${change} where (${key}) in (select * from expired)`)
  return rowCount ?? 0
}

function primaryKeyOf(table: PgTable): SQL {
  const { columns, primaryKeys } = getTableConfig(table)
  const key = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary)
  return sql.join(
    key.map((column) => sql`${column}`),
    sql`, `,
  )
}
