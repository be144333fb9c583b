import { is, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { postingCategories } from '../domain/ledger.ts'
import { reserveId } from '../server/db/reserve-id.ts'
import * as schema from '../server/db/schema/index.ts'
import { sharedTestApp } from './support/test-app.ts'

const testApp = sharedTestApp()

test('every foreign key has an index that begins with its columns', async () => {
  const { db } = await testApp()

  const { rows } = await db.execute<{ key: string }>(sql`
    select c.conrelid::regclass || ' ' || c.conname as key
    from pg_constraint c join pg_namespace n on n.oid = c.connamespace
    where c.contype = 'f' and n.nspname not in ('pgboss', 'pg_catalog')
      and not exists (
        select from pg_index i
        where i.indrelid = c.conrelid and i.indpred is null
          and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] operator(pg_catalog.@>) c.conkey
      )`)

  expect(rows.map(({ key }) => key)).toEqual([])
})

const enumColumns = Object.values(schema)
  .filter((table) => is(table, PgTable))
  .flatMap((table) => {
    const { name: tableName, columns } = getTableConfig(table)
    return columns.flatMap(({ name, enumValues }) =>
      enumValues?.length ? [{ tableName, name, values: enumValues }] : [],
    )
  })

test.each(enumColumns)(
  'the database rejects a $tableName.$name that the code does not know',
  async (column) => {
    const { db } = await testApp()

    const { rows } = await db.execute<{ definition: string }>(sql`
    select pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = ${column.tableName}::regclass and contype = 'c'
      and conname = ${`${column.tableName}_${column.name}_valid`}`)

    const known = [...(rows[0]?.definition ?? '').matchAll(/'([^']*)'::text/g)].map(([, value]) => value)
    expect(known.toSorted()).toEqual([...column.values].toSorted())
  },
)

test('posting_kinds holds the categories of domain/ledger.ts', async () => {
  const { db } = await testApp()

  const rows = await db.select().from(schema.postingKinds)

  expect(Object.fromEntries(rows.map(({ kind, category }) => [kind, category]))).toEqual(postingCategories)
})

/** Tables with sums over all creators. */
const platformTables = ['monthly_reports']

test('every table with an amount has a creator', async () => {
  const { db } = await testApp()

  const { rows } = await db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.columns where table_schema = 'public'
    group by table_name
    having bool_or(column_name ~ '(^|_)amount(_delta)?$') and not bool_or(column_name = 'creator_id')`)

  expect(rows.map(({ name }) => name).toSorted()).toEqual(platformTables)
})

test('keys are time-ordered and fit into a JavaScript number', async () => {
  const { db } = await testApp()

  const keys: Array<number> = []
  for (let i = 0; i < 3; i++) {
    keys.push(await reserveId(db))
    await new Promise((resolve) => setTimeout(resolve, 2))
  }

  expect(keys).toEqual(keys.toSorted((a, b) => a - b))
  expect(new Set(keys).size).toBe(3)
  expect(keys.every(Number.isSafeInteger)).toBe(true)
})

test('five thousand concurrently drawn keys are unique', async () => {
  const { db } = await testApp()

  const { rows } = await db.execute<{ keys: string }>(
    sql`select count(distinct ${schema.nextId}) as keys from generate_series(1, 5000)`,
  )

  expect(Number(rows[0]?.keys)).toBe(5_000)
})
