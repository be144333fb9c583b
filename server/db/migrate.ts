import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'

/** Any number no other program locks: processes that start together migrate one after the other. */
const migrationLockKey = 7_211_884

/** Brings the database to this version's schema; safe from several processes at once. */
export async function migrate(
  pool: pg.Pool,
  folder = fileURLToPath(new URL('./migrations', import.meta.url)),
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLockKey])
    await applyMigrations(drizzle(client), { migrationsFolder: folder })
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLockKey]).catch(() => undefined)
    client.release()
  }
}
