import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { startPostgres } from '../adapters/postgres/start.ts'
import type { Config } from '../config.ts'
import type { MigrationFolders } from '../db/migration-folders.ts'
import { type ArchivedTable, ArchiveError, type Header } from './archive-format.ts'
import { createSchema, migrateLoaded, type SchemaVersions, schemaVersions } from './schema-versions.ts'
import { columnList, copySettingsSql, selectJobColumns, selectTables, tableName } from './snapshot.ts'

export type DatabaseLoad = {
  /** Loads the rows of a table in COPY's text format, and returns how many. Undefined for a table that is not ours. */
  loadTable(table: ArchivedTable, rows: AsyncIterable<Buffer>): Promise<number | undefined>
  loadJobs(rows: AsyncIterable<Buffer>): Promise<void>
  /** Builds indexes, applies newer migrations and commits. `afterLoad` runs before the commit. */
  commit(afterLoad: (client: pg.ClientBase) => Promise<void>): Promise<void>
}

/** A schema without rows that is ready to be loaded, and what it lacks until the end of the load. */
export type EmptySchema = { tables: Array<ArchivedTable>; indexes: IndexStatements }

/**
 * Begins to load an archive into an empty database. Everything is one transaction, so that a load that is cut off leaves
 * the database empty.
 */
export async function beginLoad(
  client: pg.ClientBase,
  header: Header,
  folders: MigrationFolders,
): Promise<DatabaseLoad> {
  const versions = schemaVersions(header, folders)
  await beginLoading(client)
  const schema = await createEmptySchema(client, versions)
  const known = new Set(schema.tables.map(tableName))

  return {
    async loadTable(table, rows) {
      return known.has(tableName(table)) ? loadTable(client, table, rows) : undefined
    },
    loadJobs: (rows) => loadJobs(client, header, rows),
    async commit(afterLoad) {
      await completeSchema(client, header, { versions, schema })
      await afterLoad(client)
      await client.query('commit')
      await client.query('analyze')
    },
  }
}

/** Begins a transaction that loads rows or builds indexes. */
export async function beginLoading(client: pg.ClientBase): Promise<void> {
  await client.query('begin')
  await client.query(copySettingsSql)
  await client.query("set local maintenance_work_mem = '256MB'")
}

/**
 * Creates the schema of an archive, in the caller's transaction. Only the owner of the database is needed, not a
 * superuser: triggers are disabled, and foreign keys are dropped and checked again at the end, so the order of tables
 * does not matter.
 */
export async function createEmptySchema(
  client: pg.ClientBase,
  versions: SchemaVersions,
): Promise<EmptySchema> {
  await requireUtf8(client)
  await createSchema(client, versions)
  const tables = await selectTables(client)
  for (const table of tables) await client.query(`alter table ${tableName(table)} disable trigger user`)
  // Some migrations insert rows, which are in the archive too.
  await client.query(`truncate ${tables.map(tableName).join(', ')}`)
  return { tables, indexes: await dropIndexes(client) }
}

export function loadTable(
  client: pg.ClientBase,
  table: ArchivedTable,
  rows: AsyncIterable<Buffer>,
): Promise<number> {
  return copyIn(client, `copy ${tableName(table)} (${columnList(table.columns)}) from stdin`, rows)
}

/** Adds what `createEmptySchema` left out, in the caller's transaction, and applies newer migrations. */
export async function completeSchema(
  client: pg.ClientBase,
  header: Pick<Header, 'sequences'>,
  { versions, schema }: { versions: SchemaVersions; schema: EmptySchema },
): Promise<void> {
  await restoreSequences(client, header)
  await buildIndexes(client, schema.indexes)
  for (const table of schema.tables) await client.query(`alter table ${tableName(table)} enable trigger user`)
  await migrateLoaded(client, versions)
}

/** True for a database without tables of ours. */
export async function isEmptyDatabase(client: pg.ClientBase): Promise<boolean> {
  return (await selectTables(client)).length === 0
}

/** What fills a database that is not in use yet: a move or an archive. Undefined for any other. */
export async function readRestoringFrom(client: pg.ClientBase): Promise<string | undefined> {
  const { rows } = await client
    .query<{ from: string | null }>('select restoring_from as from from instance')
    .catch(() => ({ rows: [] }))
  return rows[0]?.from ?? undefined
}

/** Does work on a connection of its own. */
export async function withClient<T>(
  connection: pg.PoolConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connection)
  await client.connect()
  return work(client).finally(() => client.end())
}

async function copyIn(client: pg.ClientBase, sql: string, rows: AsyncIterable<Buffer>): Promise<number> {
  const copy = client.query(copyFrom(sql))
  await pipeline(Readable.from(rows, { objectMode: false }), copy)
  return copy.rowCount
}

async function requireUtf8(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ encoding: string }>(
    "select current_setting('server_encoding') as encoding",
  )
  const encoding = rows[0]?.encoding
  if (encoding !== 'UTF8')
    throw new Error(
      `The database has the encoding ${encoding}. Create one with: create database … encoding 'UTF8' template template0.`,
    )
}

/**
 * The queue may be of another version than the archive's, so jobs go through a table of texts, and columns that one of
 * them lacks are left out. A job that was running is run again.
 */
export async function loadJobs(
  client: pg.ClientBase,
  { jobColumns }: Pick<Header, 'jobColumns'>,
  rows: AsyncIterable<Buffer>,
): Promise<void> {
  const texts = jobColumns.map(({ name }) => `${pg.escapeIdentifier(name)} text`).join(', ')
  await client.query(`create temp table archived_jobs (${texts}) on commit drop`)
  await copyIn(client, 'copy archived_jobs from stdin', rows)
  const present = await selectJobColumns(client)
  const archived = new Set(jobColumns.map(({ name }) => name))
  const shared = present.filter(({ name }) => archived.has(name))
  const values = shared.map(({ name, type }) => {
    const column = pg.escapeIdentifier(name)
    const value = name === 'state' ? `case ${column} when 'active' then 'retry' else ${column} end` : column
    return `(${value})::${type}`
  })
  await client.query(
    `insert into pgboss.job (${columnList(shared.map(({ name }) => name))})
     select ${values.join(', ')} from archived_jobs where name in (select name from pgboss.queue)`,
  )
}

async function restoreSequences(
  client: pg.ClientBase,
  { sequences }: Pick<Header, 'sequences'>,
): Promise<void> {
  for (const { schema, name, value, isCalled } of sequences) {
    await client.query('select setval(to_regclass($1), $2::bigint, $3)', [
      tableName({ schema, name }),
      value,
      isCalled,
    ])
  }
}

/** Foreign keys come last, when the indexes that they need are there, and statistics for checking them. */
async function buildIndexes(client: pg.ClientBase, { indexes, foreignKeys }: IndexStatements): Promise<void> {
  for (const statement of indexes) await client.query(statement)
  await client.query('analyze')
  for (const { statement, name } of foreignKeys) {
    await client.query(statement).catch((cause) => {
      throw new ArchiveError(`The data violates ${name}. The archive is not one of a working instance.`, {
        cause,
      })
    })
  }
}

/** Statements that create what `dropIndexes` has dropped. */
export type IndexStatements = {
  indexes: Array<string>
  foreignKeys: Array<{ name: string; statement: string }>
}

type Dropped = { name: string; drop: string; create: string }

const ourSchemas = `('public', 'sandbox', 'drizzle')`

/**
 * Drops foreign keys, and indexes that no primary key or unique constraint needs. Building an index once is faster than
 * maintaining it row by row, and without foreign keys tables can be loaded in any order.
 */
async function dropIndexes(client: pg.ClientBase): Promise<IndexStatements> {
  const foreignKeys = await dropEach(
    client,
    `select k.conname as name,
       format('alter table %I.%I drop constraint %I', n.nspname, c.relname, k.conname) as drop,
       format('alter table %I.%I add constraint %I %s', n.nspname, c.relname, k.conname, pg_get_constraintdef(k.oid)) as create
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where k.contype = 'f' and n.nspname in ${ourSchemas} order by k.oid`,
  )
  const indexes = await dropEach(
    client,
    `select i.relname as name, format('drop index %I.%I', n.nspname, i.relname) as drop, pg_get_indexdef(i.oid) as create
     from pg_index x join pg_class i on i.oid = x.indexrelid join pg_namespace n on n.oid = i.relnamespace
     where n.nspname in ${ourSchemas} and not exists (select from pg_constraint k where k.conindid = i.oid)
     order by i.oid`,
  )
  return {
    indexes: indexes.map(({ create }) => create),
    foreignKeys: foreignKeys.map(({ name, create }) => ({ name, statement: create })),
  }
}

async function dropEach(client: pg.ClientBase, sql: string): Promise<Array<Dropped>> {
  const { rows } = await client.query<Dropped>(sql)
  for (const { drop } of rows) await client.query(drop)
  return rows
}

export type TargetDatabase = { connection: pg.PoolConfig; close(): Promise<void> }

/**
 * The database of DATABASE_URL, otherwise the bundled one of DATA_DIR, which is created when it is missing. Throws Error
 * with a message for the operator, also while an instance runs on the folder.
 */
export async function openTargetDatabase({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<TargetDatabase> {
  if (databaseUrl) return { connection: { connectionString: databaseUrl }, close: async () => undefined }
  const log = { info: () => undefined, warn: () => undefined, error: console.error }
  const postgres = await startPostgres({ dataDir, log })
  return { connection: postgres.connection, close: postgres.stop }
}
