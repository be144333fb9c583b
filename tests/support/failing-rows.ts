import { sql } from 'drizzle-orm'
import { onTestFinished } from 'vitest'
import type { TestApp } from './test-app.ts'

/** Makes every write to a table fail for rows in which a column has a value, until the returned function is called. */
export async function failWritesWhere(
  { db }: TestApp,
  { table, column, value }: { table: string; column: string; value: string | number },
): Promise<() => Promise<void>> {
  const end = async () => {
    await db.execute(sql.raw('drop function if exists reject_row() cascade'))
  }
  onTestFinished(end)
  await db.execute(
    sql.raw(`
    create function reject_row() returns trigger language plpgsql as $$
      begin raise exception 'this row is rejected by a test'; end $$;
    create trigger reject_row before insert or update on ${table} for each row
      when (new.${column}::text = '${value}') execute function reject_row()`),
  )
  return end
}
