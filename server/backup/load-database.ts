import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { MigrationFolders } from '../db/migration-folders.ts'
import { type ArchivedTable, ArchiveError, type Header } from './archive-format.ts'
import { dropIndexes, type IndexStatements } from './load-indexes.ts'
import { createSchema, migrateLoaded, type SchemaVersions, schemaVersions } from './schema-versions.ts'
import { columnList, copySettingsSql, selectTables, tableName } from './snapshot.ts'

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
  const { rows: present } = await client.query<{ name: string; type: string }>(
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type from pg_attribute a
     where a.attrelid = 'pgboss.job'::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`,
  )
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
