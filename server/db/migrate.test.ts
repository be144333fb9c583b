import { randomBytes } from 'node:crypto'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createTestApp } from '../../tests/support/test-app.ts'
import { openPool } from './database.ts'
import { assertMigrated, migrate } from './migrate.ts'
import journal from './migrations/meta/_journal.json' with { type: 'json' }
import { SchemaVersionError } from './schema-version-error.ts'

async function createEmptyDatabase() {
  const template = inject('template')
  const name = `test_${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ ...template, database: 'postgres' })
  await client.connect()
  await client.query(`create database ${name}`).finally(() => client.end())
  const pool = openPool({ ...template, database: name }, () => undefined)
  onTestFinished(() => pool.end())
  const schemas = async () => {
    const { rows } = await pool.query<{ schema: string }>(
      `select distinct table_schema as schema from information_schema.tables
       where table_schema not in ('pg_catalog', 'information_schema') order by 1`,
    )
    return rows.map(({ schema }) => schema)
  }
  return { pool, schemas }
}

test('migrate creates the sandbox schema only for the sandbox provider', async () => {
  const { pool, schemas } = await createEmptyDatabase()

  await migrate(pool, { provider: 'stripe' })
  const schemasForStripe = await schemas()
  await migrate(pool, { provider: 'sandbox' })

  expect(schemasForStripe).toEqual(['drizzle', 'public'])
  expect(await schemas()).toEqual(['drizzle', 'public', 'sandbox'])
})

/** The main migrations before the one with this tag. */
async function migrationsBefore(tag: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tipdrop-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const source = join(import.meta.dirname, 'migrations')
  const entries = journal.entries.slice(
    0,
    journal.entries.findIndex((entry) => entry.tag === tag),
  )
  await mkdir(join(folder, 'meta'))
  await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
  for (const entry of entries) await cp(join(source, `${entry.tag}.sql`), join(folder, `${entry.tag}.sql`))
  return folder
}

test('the migration that checks alert kinds renames alerts with former kinds', async () => {
  const { pool } = await createEmptyDatabase()
  const main = await migrationsBefore('0009_value_checks_and_index_names')
  await migrate(pool, { provider: 'stripe', folders: { main, sandbox: main } })
  await pool.query(`insert into alerts (kind, target, message, created_at) values
    ('file-gone', 'file/1', 'former', now()), ('file-gone', 'file/2', 'former', now()),
    ('file-missing', 'file/2', 'current', now()), ('store-away', 'store', 'former', now()),
    ('provider-away', 'payments', 'former', now()), ('dispute-won', 'dp_1', 'current', now())`)

  await migrate(pool, { provider: 'stripe' })

  const { rows } = await pool.query<{ alert: string }>(
    `select concat_ws(' ', kind, target, message) as alert from alerts order by 1`,
  )
  expect(rows.map(({ alert }) => alert)).toEqual([
    'dispute-won dp_1 current',
    'file-missing file/1 former',
    'file-missing file/2 current',
    'provider-unavailable payments former',
    'store-unavailable store former',
  ])
  await expect(pool.query(`update alerts set kind = 'file-gone'`)).rejects.toThrow('alerts_kind_valid')
})

test('concurrent calls of migrate apply each migration once', async () => {
  const { pool, schemas } = await createEmptyDatabase()

  await Promise.all([1, 2, 3].map(() => migrate(pool, { provider: 'sandbox' })))

  expect(await schemas()).toEqual(['drizzle', 'public', 'sandbox'])
  const { rows } = await pool.query('select count(*)::int as count from drizzle.__drizzle_migrations')
  expect(rows).toEqual([{ count: journal.entries.length }])
})

test('migrate of a migrated database takes no lock', async () => {
  const { pool } = await createEmptyDatabase()
  const statements: Array<string> = []
  pool.on('acquire', (client) => {
    const query = client.query.bind(client) as (...args: Array<unknown>) => unknown
    client.query = ((...args: Array<unknown>) => {
      statements.push(String(args[0]))
      return query(...args)
    }) as typeof client.query
  })
  const locks = () => statements.splice(0).filter((text) => text.includes('pg_advisory_lock')).length

  await migrate(pool, { provider: 'sandbox' })
  expect(locks()).toBe(1)

  await migrate(pool, { provider: 'sandbox' })
  expect(locks()).toBe(0)
})

/** The main migrations and one more, which locks the tables of a sale in another order than a sale does. */
async function withWideMigration(): Promise<string> {
  const folder = await migrationsBefore('')
  const source = join(import.meta.dirname, 'migrations')
  for (const { tag } of journal.entries) await cp(join(source, `${tag}.sql`), join(folder, `${tag}.sql`))
  const [last] = journal.entries.slice(-1)
  const added = { ...last, idx: journal.entries.length, when: (last?.when ?? 0) + 1, tag: '9999_wide' }
  const entries = [...journal.entries, added]
  await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
  const tables = ['ledger_entries', 'access_grants', 'purchases', 'checkouts', 'content_items', 'users']
  const statements = tables.map((table) => `alter table ${table} add column wide integer;`)
  await writeFile(join(folder, '9999_wide.sql'), statements.join('--> statement-breakpoint\n'))
  return folder
}

test('a migration beside four buyers is applied, and no sale fails', async () => {
  const w = await createTestApp()
  const item = await (await w.creator()).publishText({ price: '5.00' })
  let isMigrated = false
  const sales: Array<unknown> = []
  const buy = async () => {
    while (!isMigrated) sales.push(await w.visitor().purchase(item.id))
  }
  const buyers = [1, 2, 3, 4].map(buy)
  await expect.poll(() => sales.length).toBeGreaterThan(4)

  const main = await withWideMigration()
  const before = sales.length
  await migrate(w.ports.pool, { provider: 'stripe', folders: { main, sandbox: main } }).finally(() => {
    isMigrated = true
  })
  await Promise.all(buyers)

  expect(sales.length).toBeGreaterThan(before)
  expect((await w.probe.purchases()).length).toBe(sales.length)
  const { rows } = await w.ports.pool.query(
    `select tag from (select wide::text as tag from users limit 1) row`,
  )
  expect(rows).toEqual([{ tag: null }])
})

test('a migration that never gets its locks gives up with a sentence, and is applied later', async () => {
  const { pool } = await createEmptyDatabase()
  await migrate(pool, { provider: 'stripe' })
  const main = await withWideMigration()
  const wide = { provider: 'stripe', folders: { main, sandbox: main } } as const
  const blocker = await pool.connect()
  await blocker.query('begin; lock table users in access share mode')

  const refused = await migrate(pool, { ...wide, maxTries: 2 }).catch((error: unknown) => error)
  await blocker.query('rollback')
  blocker.release()

  expect(refused).toBeInstanceOf(SchemaVersionError)
  expect(String(refused)).toContain('too busy for the migration 9999_wide')
  await migrate(pool, wide)
  expect((await pool.query('select wide from users')).rows).toEqual([])
})

test('assertMigrated rejects an empty database and accepts a migrated one', async () => {
  const { pool } = await createEmptyDatabase()

  await expect(assertMigrated(pool, { provider: 'stripe' })).rejects.toThrow(SchemaVersionError)
  await migrate(pool, { provider: 'stripe' })

  await assertMigrated(pool, { provider: 'stripe' })
})

test('assertMigrated for the sandbox rejects a database for Stripe', async () => {
  const { pool } = await createEmptyDatabase()
  await migrate(pool, { provider: 'stripe' })

  await expect(assertMigrated(pool, { provider: 'sandbox' })).rejects.toThrow(/lacks the migrations 0000_/)
})

test('assertMigrated accepts a database that a newer version has migrated', async () => {
  const { pool } = await createEmptyDatabase()
  await migrate(pool, { provider: 'stripe' })
  await pool.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at)
     select 'newer', max(created_at) + 1000 from drizzle.__drizzle_migrations`,
  )

  await assertMigrated(pool, { provider: 'stripe' })
})
