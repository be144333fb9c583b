import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { is, sql } from 'drizzle-orm'
import { getTableConfig, PgDialect, PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { postingCategories } from '../domain/ledger.ts'
import { reserveId } from '../server/db/public-id.ts'
import * as schema from '../server/db/schema/index.ts'
import { createTestApp, sharedTestApp } from './support/test-app.ts'

const testApp = sharedTestApp()
const runSchema = 'After a change in server/db/schema, run `npm run schema -- plain_name`'

test('every foreign key has an index that begins with its columns', async () => {
  const { db } = await testApp()

  const { rows } = await db.execute<{ key: string }>(sql`
    select c.conrelid::regclass || ' ' || c.conname as key
    from pg_constraint c join pg_namespace n on n.oid = c.connamespace
    where c.contype = 'f' and n.nspname not in ('pgboss', 'pg_catalog')
      and not exists (
        select from pg_index i
        where i.indrelid = c.conrelid and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = (
            -- Serves as well: what is looked up is never null.
            select format('(%I IS NOT NULL)', a.attname) from pg_attribute a
            where a.attrelid = c.conrelid and a.attnum = c.conkey[1] and cardinality(c.conkey) = 1))
          and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] operator(pg_catalog.@>) c.conkey
      )`)

  expect(rows.map(({ key }) => key)).toEqual([])
})

const enumColumns = Object.values(schema)
  .filter((table) => is(table, PgTable))
  .flatMap((table) => {
    const { name: tableName, columns } = getTableConfig(table)
    return columns.flatMap(({ name, enumValues }) =>
      enumValues?.length ? [{ tableName, columnName: name, values: enumValues }] : [],
    )
  })

test.each(enumColumns)(
  'the database accepts each $columnName of $tableName that the code knows, and no other',
  async (column) => {
    const { db } = await testApp()

    const { rows } = await db.execute<{ definition: string }>(sql`
    select pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = ${column.tableName}::regclass and contype = 'c'
      and conname = ${`${column.tableName}_${column.columnName}_valid`}`)

    const known = [...(rows[0]?.definition ?? '').matchAll(/'([^']*)'::text/g)].map(([, value]) => value)
    expect(known.toSorted(), runSchema).toEqual([...column.values].toSorted())
  },
)

test('the migrations have the checks of the code', () => {
  const folder = join(import.meta.dirname, '../server/db/migrations')
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  const generated = files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n')
  const dialect = new PgDialect()
  const missing = Object.values(schema)
    .filter((table) => is(table, PgTable))
    .flatMap((table) => getTableConfig(table).checks)
    .filter(({ name, value }) => {
      const { sql: condition } = dialect.sqlToQuery(value)
      return !generated.includes(`CONSTRAINT "${name}" CHECK (${condition})`)
    })

  expect(
    missing.map(({ name }) => name),
    runSchema,
  ).toEqual([])
})

/** What 0001_triggers.sql adds to the tables of the code. */
const onlyInSql = [
  'content_items.search_text',
  'content_items_search_idx',
  'content_parts_content_id_position_key',
]

test('the database has the columns, indexes and constraints of the code', async () => {
  const { db } = await testApp()
  const inCode = Object.values(schema)
    .filter((table) => is(table, PgTable))
    .flatMap((table) => {
      const { name, columns, indexes, checks, uniqueConstraints, foreignKeys } = getTableConfig(table)
      return [
        ...columns.map((column) => `${name}.${column.name}`),
        ...columns.flatMap((column) => (column.isUnique ? [column.uniqueName] : [])),
        ...[...indexes.map(({ config }) => config), ...checks, ...uniqueConstraints].map((one) => one.name),
        ...foreignKeys.map((key) => key.getName()),
      ]
    })

  const { rows } = await db.execute<{ name: string }>(sql`
    select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and table_name in (select tablename from pg_tables where schemaname = 'public')
    union all select conname from pg_constraint
      where connamespace = 'public'::regnamespace and contype in ('c', 'f', 'u')
    union all select c.relname from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relnamespace = 'public'::regnamespace
        and not exists (select from pg_constraint k where k.conindid = c.oid and k.contype in ('p', 'u'))`)

  expect(rows.map(({ name }) => name).toSorted(), runSchema).toEqual([...inCode, ...onlyInSql].toSorted())
})

test.each([
  ['has a URL as a file', "('file', 1, 'https://example.com', null, null)", 'content_parts_value_valid'],
  ['has no URL as a link', "('link', 1, null, null, null)", 'content_parts_value_valid'],
  ['has no text as a text', "('text', 1, null, null, null)", 'content_parts_value_valid'],
  ['has no position', "('text', null, null, 'Text', null)", 'content_parts_position_valid'],
  ['is removed and has a position', "('text', 1, null, 'Text', now())", 'content_parts_position_valid'],
  [
    'has the position of another',
    "('text', 1, null, 'Text', null), ('text', 1, null, 'Text', null)",
    'content_parts_content_id_position_key',
  ],
])('the database rejects a part that %s', async (_, parts, constraint) => {
  const w = await createTestApp()
  const item = await (await w.creator()).publishText()

  const error = await w.db
    .execute(`insert into content_parts (content_id, kind, position, url, text, removed_at, access, added_at)
      select ${item.id}, kind, position::int, url, text, removed_at::timestamptz, 'view', now() from (values ${parts}) as part (kind, position, url, text, removed_at)`)
    .catch((caught: unknown) => caught)

  expect(String(Object(error).cause)).toContain(constraint)
})

test('an event cannot be changed', async () => {
  const w = await createTestApp()
  await w.db.execute(
    `insert into domain_events (type, subject, payload, at) values ('test', 'purchase/1', '{}', now())`,
  )

  const error = await w.db
    .execute('update domain_events set subject = subject')
    .catch((caught: unknown) => caught)

  expect(String(Object(error).cause)).toContain('domain_events is append-only')
})

/** Columns with such a name whose values are not ours to list. */
const columnsWithoutCheck = {
  'public.deliveries.kind': 'a new kind of email needs no change of the schema',
  'public.domain_events.type': 'a new type of event needs no change of the schema',
  'public.disputes.reason': 'the card provider’s code',
  'public.files.mime_type': 'a MIME type',
  'public.passkeys.device_type': 'written by better-auth',
  'public.provider_balance_transactions.type': 'the card provider’s word',
  'public.teaser_parts.mime_type': 'a MIME type',
  'public.uploads.store_state': 'the file store’s own data',
  'public.users.suspended_reason': 'written by an admin',
  'public.content_items.takedown_reason': 'written by an admin',
  'public.webhook_tries.status': 'an HTTP status',
  'sandbox.webhook_deliveries.last_response_status': 'an HTTP status, or why there was none',
}

test('every column with a state, kind, plan, mode, method or currency has a CHECK', async () => {
  const { db } = await testApp()

  const { rows } = await db.execute<{ name: string }>(sql`
    select n.nspname || '.' || c.relname || '.' || a.attname as name
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'sandbox') and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      and a.attname ~ '(^|_)(state|status|kind|type|reason|plan|mode|method|currency|category|priority|model)$'
      and not exists (
        select from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
      )`)

  expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(columnsWithoutCheck).toSorted())
})

test('names of indexes end in idx, of unique constraints in key, of checks in valid', async () => {
  const { db } = await testApp()

  const { rows } = await db.execute<{ name: string }>(sql`
    select conname as name from pg_constraint k join pg_namespace n on n.oid = k.connamespace
    where n.nspname in ('public', 'sandbox')
      and (contype = 'c' and conname !~ '_valid$' or contype = 'u' and conname !~ '_(key|unique)$')
    union all
    select c.relname from pg_index i
      join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'sandbox')
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u'))
      and relname !~ (case when indisunique then '_key$' else '_idx$' end)`)

  expect(rows.map(({ name }) => name)).toEqual([])
})

test('posting_kinds holds the categories of domain/ledger.ts', async () => {
  const { db } = await testApp()

  const rows = await db.select().from(schema.postingKinds)

  expect(Object.fromEntries(rows.map(({ kind, category }) => [kind, category]))).toEqual(postingCategories)
})

/** Tables with sums over all creators. */
const platformTables = ['monthly_reports', 'provider_balance_transactions']

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
