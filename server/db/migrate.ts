import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { z } from 'zod'
import { SchemaVersionError } from './schema-version-error.ts'

/** The key of the advisory lock with which processes that start together migrate one after the other. Arbitrary. */
const migrationLockKey = 7_211_884

/** Folders of migrations. The build copies them beside the server. */
export type MigrationFolders = { main: string; sandbox: string }

/** The folders in the sources, which a built server does not have. */
export const sourceFolders: MigrationFolders = {
  main: fileURLToPath(new URL('./migrations', import.meta.url)),
  sandbox: fileURLToPath(new URL('../adapters/sandbox/migrations', import.meta.url)),
}

const sandboxTable = 'sandbox_migrations'
const mainTable = '__drizzle_migrations'

type MigrateOptions = {
  /** `sandbox` adds the schema of the sandbox card provider. A database for Stripe never has it. */
  provider: 'sandbox' | 'stripe'
  folders?: MigrationFolders
}

/** Applies the missing migrations. Several processes may call it at once. */
export async function migrate(pool: pg.Pool, options: MigrateOptions): Promise<void> {
  const { provider, folders = sourceFolders } = options
  // Most starts have nothing to apply, and then don't read the migrations or wait for the lock.
  if ((await missingOf(pool, options)).length === 0) return
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLockKey])
    const db = drizzle(client)
    await applyMigrations(db, { migrationsFolder: folders.main })
    if (provider === 'sandbox')
      await applyMigrations(db, { migrationsFolder: folders.sandbox, migrationsTable: sandboxTable })
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLockKey]).catch(() => undefined)
    client.release()
  }
}

/** Throws SchemaVersionError unless every migration of this version was applied. A newer schema is accepted. */
export async function assertMigrated(pool: pg.Pool, options: MigrateOptions): Promise<void> {
  const missing = await missingOf(pool, options)
  if (missing.length === 0) return
  throw new SchemaVersionError(
    `The database lacks the migrations ${missing.join(', ')}. Run this version once with MIGRATE=only, or set MIGRATE=auto.`,
  )
}

/** The names of the migrations that the database lacks. */
async function missingOf(
  pool: pg.Pool,
  { provider, folders = sourceFolders }: MigrateOptions,
): Promise<Array<string>> {
  const expected = [
    { folder: folders.main, table: mainTable },
    ...(provider === 'sandbox' ? [{ folder: folders.sandbox, table: sandboxTable }] : []),
  ]
  const missing = await Promise.all(
    expected.map(async ({ folder, table }) => missingMigrations(folder, await lastApplied(pool, table))),
  )
  return missing.flat()
}

/** The time of the last applied migration in milliseconds; 0 for a database without any. */
async function lastApplied(pool: pg.Pool, table: string): Promise<number> {
  const { rows } = await pool
    .query<{ last: string | null }>(`select max(created_at)::text as last from drizzle.${table}`)
    .catch((error: unknown) => {
      if (error instanceof pg.DatabaseError && error.code === undefinedTable) return { rows: [] }
      throw error
    })
  return Number(rows[0]?.last ?? 0)
}

/** SQLSTATE of a query of a table that does not exist, in a schema that may not exist. */
const undefinedTable = '42P01'

const Journal = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) })

function missingMigrations(folder: string, lastAppliedAt: number): Array<string> {
  const { entries } = Journal.parse(JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')))
  return entries.filter(({ when }) => when > lastAppliedAt).map(({ tag }) => tag)
}
