import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'

/** Any number that no other program locks: processes that start together migrate one after the other. */
const migrationLockKey = 7_211_884

/** Folders of migrations. The build copies them beside the server. */
export type MigrationFolders = { main: string; sandbox: string }

const sourceFolders: MigrationFolders = {
  main: fileURLToPath(new URL('./migrations', import.meta.url)),
  sandbox: fileURLToPath(new URL('../adapters/sandbox/migrations', import.meta.url)),
}

type MigrateOptions = {
  /** `sandbox` adds the schema of the sandbox card provider. A database for Stripe never has it. */
  provider: 'sandbox' | 'stripe'
  folders?: MigrationFolders
}

/** Brings the database to this version's schema; safe from several processes at once. */
export async function migrate(
  pool: pg.Pool,
  { provider, folders = sourceFolders }: MigrateOptions,
): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLockKey])
    const db = drizzle(client)
    await applyMigrations(db, { migrationsFolder: folders.main })
    if (provider === 'sandbox')
      await applyMigrations(db, { migrationsFolder: folders.sandbox, migrationsTable: 'sandbox_migrations' })
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLockKey]).catch(() => undefined)
    client.release()
  }
}
