import { is, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
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
  'the database refuses a $tableName.$name that the code does not know',
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
