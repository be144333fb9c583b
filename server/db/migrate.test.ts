import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { createTestApp } from '../../tests/support/test-app.ts'
import { migrateReplica } from '../backup/replica/restore-replica.ts'
import { schemaVersions } from '../backup/schema-versions.ts'
import { connectForVerify } from '../verify/connect.ts'
import { openPool } from './database.ts'
import { assertMigrated, migrate, SchemaVersionError } from './migrate.ts'
import { sourceFolders } from './migration-folders.ts'
import journal from './migrations/meta/_journal.json' with { type: 'json' }

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
  const databaseUrl = `postgres://${template.user}@/${name}?host=${template.host}&port=${template.port}`
  return { pool, schemas, databaseUrl }
}

test('migrate creates the sandbox schema only for the sandbox provider', async () => {
  const { pool, schemas } = await createEmptyDatabase()

  await migrate(pool, { provider: 'stripe' })
  const schemasForStripe = await schemas()
  await migrate(pool, { provider: 'sandbox' })

  expect(schemasForStripe).toEqual(['drizzle', 'public'])
  expect(await schemas()).toEqual(['drizzle', 'public', 'sandbox'])
})

test('concurrent calls of migrate apply each migration once', async () => {
  const { pool, schemas } = await createEmptyDatabase()

  await Promise.all([1, 2, 3].map(() => migrate(pool, { provider: 'sandbox' })))

  expect(await schemas()).toEqual(['drizzle', 'public', 'sandbox'])
  const { rows } = await pool.query('select count(*)::int as count from drizzle.__drizzle_migrations')
  expect(rows).toEqual([{ count: journal.entries.length }])
})

test('a replica of an older version gets the schema of this one', async () => {
  const { pool, schemas, databaseUrl } = await createEmptyDatabase()
  const main = await mkdtemp(join(tmpdir(), 'tipdrop-migrations-'))
  onTestFinished(() => rm(main, { recursive: true }))
  await cp(join(import.meta.dirname, 'migrations'), main, { recursive: true })
  const older = { ...journal, entries: journal.entries.slice(0, -1) }
  await writeFile(join(main, 'meta/_journal.json'), JSON.stringify(older))
  await migrate(pool, { provider: 'sandbox', folders: { ...sourceFolders, main } })
  await expect(assertMigrated(pool, { provider: 'sandbox' })).rejects.toThrow(SchemaVersionError)

  await migrateReplica({ connectionString: databaseUrl })

  await assertMigrated(pool, { provider: 'sandbox' })
  expect(await schemas()).toEqual(['drizzle', 'public', 'sandbox'])
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
  const folder = await mkdtemp(join(tmpdir(), 'tipdrop-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(join(import.meta.dirname, 'migrations'), folder, { recursive: true })
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

test('a migration that never gets its locks gives up with a sentence, and is applied later', {
  tags: ['long'],
}, async () => {
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

test.each([
  { former: 'an older migration', change: 'created_at = created_at - 1000' },
  { former: 'a migration of the same time with other SQL', change: "hash = 'former'" },
])('$former is refused in one sentence by a start, verify, restore and move', async ({ change }) => {
  const { pool, databaseUrl } = await createEmptyDatabase()
  await migrate(pool, { provider: 'sandbox' })
  await pool.query(`update drizzle.__drizzle_migrations set ${change}`)
  const { rows: main } = await pool.query<{ when: number; hash: string }>(
    'select created_at::float8 as when, hash from drizzle.__drizzle_migrations',
  )
  const sentence = 'The data is from before version 1.0, which starts with an empty database'

  await expect(migrate(pool, { provider: 'sandbox' })).rejects.toThrow(sentence)
  await expect(assertMigrated(pool, { provider: 'sandbox' })).rejects.toThrow(sentence)
  await expect(connectForVerify({ databaseUrl, dataDir: '' })).rejects.toThrow(sentence)
  expect(() => schemaVersions({ migrations: { main, sandbox: [] } }, sourceFolders)).toThrow(sentence)
})
