import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { readApplied } from '../db/migrate.ts'
import type { ArchivedSequence, ArchivedTable, Header } from './archive-format.ts'

const ourSchemas = ['public', 'sandbox', 'drizzle']
/** Jobs that are done are not in an archive. */
const unfinishedJobs = "state in ('created', 'retry', 'active', 'failed')"

/** What the database says about itself, of the snapshot of the client's transaction. */
export type DatabaseDescription = Pick<
  Header,
  | 'snapshotAt'
  | 'postgresVersion'
  | 'mode'
  | 'currency'
  | 'migrations'
  | 'tables'
  | 'sequences'
  | 'jobColumns'
>

/**
 * Begins a transaction in which all queries see the same data. Values are written so that any version and any settings
 * of PostgreSQL read them.
 */
export async function beginSnapshot(client: pg.ClientBase): Promise<void> {
  await client.query('begin isolation level repeatable read read only')
  await client.query(copySettingsSql)
}

/** Without synchronize_seqscans and parallel workers, a table that was loaded in an order is read in that order. */
export const copySettingsSql = `
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = 0;
  set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
  set local bytea_output = 'hex'; set local extra_float_digits = 1; set local synchronize_seqscans = off;
  set local client_encoding = 'UTF8'; set local row_security = off;
  set local max_parallel_workers_per_gather = 0`

/** Throws Error with a message for the operator when the database has never been used by an instance. */
export async function describeDatabase(client: pg.ClientBase): Promise<DatabaseDescription> {
  const tables = await selectTables(client)
  const { rows } = tables.some(({ name }) => name === 'instance')
    ? await client.query<{ mode: string; currency: string; at: Date; version: string }>(
        `select mode, currency, now() as at, current_setting('server_version') as version from instance`,
      )
    : { rows: [] }
  const [instance] = rows
  if (!instance)
    throw new Error('The database is empty: there is nothing to back up. Start the instance once.')
  return {
    snapshotAt: instance.at.toISOString(),
    postgresVersion: instance.version,
    mode: instance.mode,
    currency: instance.currency,
    migrations: {
      main: await readApplied(client, '__drizzle_migrations'),
      sandbox: tables.some(({ name }) => name === 'sandbox_migrations')
        ? await readApplied(client, 'sandbox_migrations')
        : [],
    },
    tables,
    sequences: await selectSequences(client),
    jobColumns: await selectJobColumns(client),
  }
}

/** The rows of a table in COPY's text format, and how many there were once the stream has ended. */
export function copyTable(client: pg.ClientBase, table: ArchivedTable): CopiedRows {
  return copyRows(client, `copy (select ${columnList(table.columns)} from ${tableName(table)}) to stdout`)
}

export function copyJobs(client: pg.ClientBase, { jobColumns }: Pick<Header, 'jobColumns'>): CopiedRows {
  const columns = columnList(jobColumns.map(({ name }) => name))
  return copyRows(client, `copy (select ${columns} from pgboss.job where ${unfinishedJobs}) to stdout`)
}

/** Compresses rows. An error of the rows is thrown by the result. */
export function compressed(rows: Readable): AsyncIterable<Buffer> {
  const output = createZstdCompress()
  pipeline(rows, output).catch(() => undefined)
  return output
}

export type CopiedRows = { rows: Readable; rowCount: () => number }

export function copyRows(client: pg.ClientBase, sql: string): CopiedRows {
  const copy = client.query(copyTo(sql))
  const rows = new PassThrough()
  pipeline(copy, rows).catch(() => undefined)
  return { rows, rowCount: () => copy.rowCount }
}

export function tableName({ schema, name }: { schema: string; name: string }): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
}

export function columnList(columns: Array<string>): string {
  return columns.map((column) => pg.escapeIdentifier(column)).join(', ')
}

/** Our tables without those of extensions. A partitioned table is read as one. Generated columns are left out. */
export async function selectTables(client: pg.ClientBase): Promise<Array<ArchivedTable>> {
  const { rows } = await client.query<ArchivedTable>(
    `select n.nspname as schema, c.relname as name, (
       select json_agg(a.attname order by a.attnum) from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = any($1)
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     order by 1, 2`,
    [ourSchemas],
  )
  return rows.filter(({ columns }) => columns)
}

async function selectSequences(client: pg.ClientBase): Promise<Array<ArchivedSequence>> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'S' and n.nspname = any($1) order by 1, 2`,
    [ourSchemas],
  )
  const sequences: Array<ArchivedSequence> = []
  for (const sequence of rows) {
    const state = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value::text as value, is_called as "isCalled" from ${tableName(sequence)}`,
    )
    for (const { value, isCalled } of state.rows) sequences.push({ ...sequence, value, isCalled })
  }
  return sequences
}

export async function selectJobColumns(client: pg.ClientBase): Promise<Header['jobColumns']> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type from pg_attribute a
     where a.attrelid = to_regclass('pgboss.job') and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     order by a.attnum`,
  )
  return rows
}
