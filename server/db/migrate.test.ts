import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openPool } from './database.ts'
import { assertMigrated, migrate, SchemaVersionError } from './migrate.ts'
import journal from './migrations/meta/_journal.json' with { type: 'json' }

async function emptyDatabase() {
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

test('a database for Stripe has no tables of the sandbox, and gets them when the sandbox runs on it', async () => {
  const { pool, schemas } = await emptyDatabase()

  await migrate(pool, { provider: 'stripe' })
  const withStripe = await schemas()
  await migrate(pool, { provider: 'sandbox' })

  expect(withStripe).toEqual(['drizzle', 'public'])
  expect(await schemas()).toEqual(['drizzle', 'public', 'sandbox'])
})

test('processes that start together migrate once', async () => {
  const { pool, schemas } = await emptyDatabase()

  await Promise.all([1, 2, 3].map(() => migrate(pool, { provider: 'sandbox' })))

  expect(await schemas()).toEqual(['drizzle', 'public', 'sandbox'])
  const { rows } = await pool.query('select count(*)::int as count from drizzle.__drizzle_migrations')
  expect(rows).toEqual([{ count: journal.entries.length }])
})

test('a check rejects an empty database and accepts a migrated one', async () => {
  const { pool } = await emptyDatabase()

  await expect(assertMigrated(pool, { provider: 'stripe' })).rejects.toThrow(SchemaVersionError)
  await migrate(pool, { provider: 'stripe' })

  await assertMigrated(pool, { provider: 'stripe' })
})

test('a check for the sandbox rejects a database for Stripe', async () => {
  const { pool } = await emptyDatabase()
  await migrate(pool, { provider: 'stripe' })

  await expect(assertMigrated(pool, { provider: 'sandbox' })).rejects.toThrow(/lacks the migrations 0000_/)
})

test('a check accepts a database that a newer version has migrated', async () => {
  const { pool } = await emptyDatabase()
  await migrate(pool, { provider: 'stripe' })
  await pool.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at)
     select 'newer', max(created_at) + 1000 from drizzle.__drizzle_migrations`,
  )

  await assertMigrated(pool, { provider: 'stripe' })
})
