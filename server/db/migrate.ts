import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import { z } from 'zod'
import { type MigrationFolders, migrationFolders } from './migration-folders.ts'

/** The key of the advisory lock with which processes that start together migrate one after the other. Arbitrary. */
const migrationLockKey = 7_211_884

const sandboxTable = 'sandbox_migrations'
const mainTable = '__drizzle_migrations'

type MigrateOptions = {
  /** `sandbox` adds the schema of the sandbox card provider. A database for Stripe never has it. */
  provider: 'sandbox' | 'stripe'
  folders?: MigrationFolders
  /** How often a migration that does not get its locks is tried. */
  maxTries?: number
}

/**
 * Applies the missing migrations, also while another version sells. Several processes may call it at once. Throws
 * SchemaVersionError when the database is from before 1.0, or stays too busy.
 */
export async function migrate(pool: pg.Pool, options: MigrateOptions): Promise<void> {
  const { provider, folders = migrationFolders(), maxTries = defaultMaxTries } = options
  // Most starts have nothing to apply, and then don't read the migrations or wait for the lock.
  if ((await missingOf(pool, options)).length === 0) return
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLockKey])
    await applyMigrations(client, { folder: folders.main, table: mainTable, maxTries })
    if (provider === 'sandbox')
      await applyMigrations(client, { folder: folders.sandbox, table: sandboxTable, maxTries })
  } finally {
    await client.query('select pg_advisory_unlock($1)', [migrationLockKey]).catch(() => undefined)
    client.release()
  }
}

type Folder = { folder: string; table: string; maxTries: number }

/**
 * Each migration in a transaction of its own, which waits for its locks for a moment only: sales lock the same tables in
 * another order, so a longer wait would stop them, or end in a deadlock with them. The table of applied migrations is
 * the one that drizzle-orm keeps.
 */
async function applyMigrations(client: pg.ClientBase, { folder, table, maxTries }: Folder): Promise<void> {
  await client.query(`create schema if not exists drizzle`)
  await client.query(
    `create table if not exists drizzle.${table} (id serial primary key, hash text not null, created_at bigint)`,
  )
  const lastAppliedAt = lastOf(await readApplied(client, table))
  const tags = missingMigrations(folder, lastAppliedAt)
  const missing = readMigrationFiles({ migrationsFolder: folder }).filter(
    ({ folderMillis }) => folderMillis > lastAppliedAt,
  )
  for (const [index, { sql, hash, folderMillis }] of missing.entries()) {
    const insert = `insert into drizzle.${table} (hash, created_at) values ('${hash}', ${folderMillis})`
    await applyWithRetry(client, [...sql, insert], { tag: tags[index] ?? '', maxTries })
  }
}

/** Well below PostgreSQL's `deadlock_timeout` of a second, so that the migration gives up and never a sale. */
const lockTimeoutMs = 250
const defaultMaxTries = 60
const maxPauseMs = 2_000
/** SQLSTATE of a deadlock and of a lock that was not free in time. */
const busyCodes = new Set(['40P01', '55P03'])

/**
 * The tables that a sale locks, in its order. A migration that alters several of them locks them in this order first.
 * Otherwise it and each sale in progress would wait for each other.
 */
const saleLockOrder = ['checkouts', 'content_items', 'purchases', 'access_grants', 'ledger_entries', 'users']

function alteredTables(statements: Array<string>): Array<string> {
  const altered = statements.flatMap((text) =>
    [...text.matchAll(/alter table (?:only )?(?:"?public"?\.)?"?(\w+)"?/gi)].map(([, table]) => table),
  )
  return saleLockOrder.filter((table) => altered.includes(table))
}

async function existing(client: pg.ClientBase, tables: Array<string>): Promise<Array<string>> {
  const { rows } = await client.query<{ name: string }>(
    'select name from unnest($1::text[]) with ordinality as t(name, place) where to_regclass(name) is not null order by place',
    [tables],
  )
  return rows.map(({ name }) => name)
}

async function applyWithRetry(
  client: pg.ClientBase,
  statements: Array<string>,
  { tag, maxTries }: { tag: string; maxTries: number },
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await client.query('begin')
      await client.query(`set local lock_timeout = ${lockTimeoutMs}`)
      for (const table of await existing(client, alteredTables(statements)))
        await client.query(`lock table ${table} in access exclusive mode`)
      // In one query: a new database has hundreds of statements, and each would be a round trip.
      await client.query(statements.join(';\n'))
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      if (!(error instanceof pg.DatabaseError && busyCodes.has(error.code ?? ''))) throw error
      if (attempt === maxTries)
        throw new SchemaVersionError(
          `The database is too busy for the migration ${tag}. Nothing of it was applied, and no sale was lost. Run this again at a quieter time, or stop the other processes first.`,
        )
    }
    await sleep(Math.min(maxPauseMs, 100 * attempt))
  }
}

/**
 * Throws SchemaVersionError unless every migration of this version was applied, and nothing older. A newer schema is
 * accepted.
 */
export async function assertMigrated(pool: pg.Pool, options: MigrateOptions): Promise<void> {
  const missing = await missingOf(pool, options)
  if (missing.length === 0) return
  throw new SchemaVersionError(
    `The database lacks the migrations ${missing.join(', ')}. Run this version once with MIGRATE=only, or set MIGRATE=auto.`,
  )
}

/**
 * `empty`: no migration was applied. `older`: the next start applies the missing ones. `newer`: a later version has
 * migrated it. `former`: it is from before 1.0.
 */
export type SchemaState =
  | { state: 'current' | 'former' | 'empty' }
  | { state: 'older'; missing: Array<string> }
  | { state: 'newer'; count: number }

/** Compares the schema of a database with that of this version. Reads only. */
export async function readSchemaState(
  pool: Pick<pg.Pool, 'query'>,
  { provider, folders = migrationFolders() }: MigrateOptions,
): Promise<SchemaState> {
  const applied = await readApplied(pool, mainTable)
  if (applied.length === 0) return { state: 'empty' }
  if (isFormer(applied, folders.main)) return { state: 'former' }
  const missing = [
    ...missingMigrations(folders.main, lastOf(applied)),
    ...(provider === 'sandbox'
      ? missingMigrations(folders.sandbox, lastOf(await readApplied(pool, sandboxTable)))
      : []),
  ]
  if (missing.length > 0) return { state: 'older', missing }
  const ours = readMigrationFiles({ migrationsFolder: folders.main }).at(-1)?.folderMillis ?? 0
  const count = applied.filter(({ when }) => when > ours).length
  return count > 0 ? { state: 'newer', count } : { state: 'current' }
}

/** The names of the migrations that the database lacks. */
async function missingOf(
  pool: pg.Pool,
  { provider, folders = migrationFolders() }: MigrateOptions,
): Promise<Array<string>> {
  const expected = [
    { folder: folders.main, table: mainTable },
    ...(provider === 'sandbox' ? [{ folder: folders.sandbox, table: sandboxTable }] : []),
  ]
  const missing = await Promise.all(
    expected.map(async ({ folder, table }) => {
      const applied = await readApplied(pool, table)
      if (isFormer(applied, folder)) throw new FormerSchemaError()
      return missingMigrations(folder, lastOf(applied))
    }),
  )
  return missing.flat()
}

/** Throws FormerSchemaError for a database that this version cannot read. */
export async function rejectFormerSchema(client: pg.ClientBase, { main }: MigrationFolders): Promise<void> {
  if (isFormer(await readApplied(client, mainTable), main)) throw new FormerSchemaError()
}

/** `when` are milliseconds. */
export type AppliedMigration = { when: number; hash: string }

/** Whether migrations are from before 1.0: not newer than those of the folder, and not one of them. */
export function isFormer(applied: Array<AppliedMigration>, folder: string): boolean {
  const ours = readMigrationFiles({ migrationsFolder: folder })
  const last = ours.at(-1)?.folderMillis ?? 0
  return applied.some(
    ({ when, hash }) => when <= last && !ours.some((own) => own.folderMillis === when && own.hash === hash),
  )
}

/** The applied migrations, oldest first; none for a database without migrations. */
export async function readApplied(
  pool: Pick<pg.Pool, 'query'>,
  table: string,
): Promise<Array<AppliedMigration>> {
  const { rows } = await pool
    .query<{ when: string; hash: string }>(
      `select created_at::text as when, hash from drizzle.${table} order by created_at`,
    )
    .catch((error: unknown) => {
      if (error instanceof pg.DatabaseError && error.code === undefinedTable) return { rows: [] }
      throw error
    })
  return rows.map(({ when, hash }) => ({ when: Number(when), hash }))
}

/** 0 for none. */
function lastOf(applied: Array<AppliedMigration>): number {
  return Math.max(0, ...applied.map(({ when }) => when))
}

/** SQLSTATE of a query of a table that does not exist, in a schema that may not exist. */
const undefinedTable = '42P01'

const Journal = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) })

function missingMigrations(folder: string, lastAppliedAt: number): Array<string> {
  const { entries } = Journal.parse(JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')))
  return entries.filter(({ when }) => when > lastAppliedAt).map(({ tag }) => tag)
}

/** The database lacks migrations of this version, or is from before 1.0. */
export class SchemaVersionError extends Error {
  override name = 'SchemaVersionError'
}

/** The message says what to do, in one sentence. */
export class FormerSchemaError extends SchemaVersionError {
  constructor() {
    super(
      `The data is from before version 1.0, which starts with an empty database: use it with the version that made it.`,
    )
  }
}
