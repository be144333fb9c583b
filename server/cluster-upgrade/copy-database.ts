import type pg from 'pg'
import { installQueue } from '../adapters/pg-boss-queue.ts'
import {
  beginLoading,
  completeSchema,
  createEmptySchema,
  loadJobs,
  loadTable,
} from '../backup/load-database.ts'
import { schemaVersions } from '../backup/schema-versions.ts'
import { beginSnapshot, copyJobs, copyTable, describeDatabase, tableName } from '../backup/snapshot.ts'
import { hashing, hashTable } from '../backup/table-hashes.ts'
import { migrationFolders } from '../db/migration-folders.ts'

export type CopyOptions = {
  source: pg.ClientBase
  target: pg.ClientBase
  /** Of the target. */
  connection: pg.PoolConfig
  onProgress: (text: string) => void
}

/** `skippedTables` are not ours. */
export type CopyResult = { rowCount: number; skippedTables: Array<string> }

/**
 * Copies a database into an empty one in one transaction, compares the hash of every table, and applies the migrations
 * of this version. Throws Error, and then leaves the target without tables.
 */
export async function copyDatabase(options: CopyOptions): Promise<CopyResult> {
  const { source, target, connection } = options
  await installQueue(connection)
  await beginSnapshot(source)
  await beginLoading(target)
  try {
    const result = await copyIntoSchema(options)
    await target.query('commit')
    await target.query('analyze')
    return result
  } catch (error) {
    await target.query('rollback').catch(() => undefined)
    throw error
  } finally {
    await source.query('rollback').catch(() => undefined)
  }
}

async function copyIntoSchema({ source, target, onProgress }: CopyOptions): Promise<CopyResult> {
  const database = await describeDatabase(source)
  const versions = schemaVersions(database, migrationFolders())
  const schema = await createEmptySchema(target, versions)
  const known = new Set(schema.tables.map(tableName))
  const tables = database.tables.filter((table) => known.has(tableName(table)))
  let rowCount = 0
  for (const table of tables) {
    onProgress(`Database: ${table.name} (${rowCount.toLocaleString('en-US')} rows)`)
    const { pass, digest } = hashing()
    rowCount += await loadTable(target, table, pass(copyTable(source, table).rows))
    if ((await hashTable(target, table)) !== digest())
      throw new Error(`The copy of ${table.name} differs from the original`)
  }
  if (database.jobColumns.length > 0) await loadJobs(target, database, copyJobs(source, database).rows)
  onProgress('Building indexes')
  await completeSchema(target, database, { versions, schema })
  const skippedTables = database.tables.map(tableName).filter((name) => !known.has(name))
  return { rowCount, skippedTables }
}
