import type pg from 'pg'
import { countOf } from '../../domain/format.ts'
import { installQueue } from '../adapters/queue.ts'
import type { MigrationFolders } from '../db/migration-folders.ts'
import { type ArchivedTable, measured, sha256Of } from './archive-format.ts'
import {
  beginLoading,
  completeSchema,
  createEmptySchema,
  isEmptyDatabase,
  loadJobs,
  loadTable,
} from './load-database.ts'
import {
  type CopiedTable,
  dropProgress,
  type MoveProgress,
  readProgress,
  recordCopiedTable,
  startProgress,
} from './progress.ts'
import { schemaVersions } from './schema-versions.ts'
import { beginSnapshot, copyJobs, copyTable, describeDatabase, selectTables, tableName } from './snapshot.ts'

export type DatabaseCopy = {
  source: pg.ClientBase
  target: pg.ClientBase
  /** Of the target. */
  connection: pg.PoolConfig
  folders: MigrationFolders
  onProgress: (text: string) => void
}

/** What `instance.restoring_from` is from the first row of a move until the copy is in use. */
export const moveMark = 'a move'

/** The row that says which of the two databases is in use. It is copied first, with the mark, and again at the end. */
const instanceTable = 'public.instance'

/** Creates the schema in an empty target, marked as incomplete. Does nothing when a move that was cut off has done it. */
export async function startCopy({ source, target, connection, folders }: DatabaseCopy): Promise<void> {
  if (!(await isEmptyDatabase(target))) return
  await beginSnapshot(source)
  try {
    const { migrations, tables } = await describeDatabase(source)
    const versions = schemaVersions({ migrations }, folders)
    await installQueue(connection)
    await inTransaction(target, async () => {
      const schema = await createEmptySchema(target, versions)
      await startProgress(target, { migrations, schema })
      await copyInstance(source, target, tables)
    })
  } finally {
    await source.query('rollback').catch(() => undefined)
  }
}

/**
 * Copies every table, each in a transaction of its own, and completes the target. A table that an earlier call copied is
 * kept if its rows in both databases have the hash of then; otherwise it is copied again. All rows are of one snapshot of
 * the source. Returns the number of rows.
 */
export async function copyTables(copy: DatabaseCopy, requireUnused: () => Promise<void>): Promise<number> {
  const { source, target, folders, onProgress } = copy
  const progress = await readProgress(target)
  if (!progress) throw new Error('The target has no move to continue.')
  await beginSnapshot(source)
  try {
    const database = await describeDatabase(source)
    if (JSON.stringify(database.migrations) !== JSON.stringify(progress.migrations))
      throw new Error(
        'The instance was upgraded since the move was cut off. Create an empty target database and start again.',
      )
    const known = new Set(progress.schema.tables.map(tableName))
    let rowCount = 0
    for (const table of database.tables.filter((one) => known.has(tableName(one)) && !isInstance(one))) {
      onProgress(`Database: ${table.name} (${countOf(rowCount, 'row')})`)
      const { rowCount: copied } =
        (await keptTable(copy, progress, table)) ?? (await copyOneTable(copy, table))
      rowCount += copied
    }
    onProgress('Building indexes')
    await inTransaction(target, async () => {
      await copyInstance(source, target, database.tables)
      if (database.jobColumns.length > 0) await loadJobs(target, database, copyJobs(source, database).rows)
      const versions = schemaVersions(database, folders)
      await completeSchema(target, database, { versions, schema: progress.schema })
      await dropProgress(target)
      await requireUnused()
    })
    await target.query('analyze')
    return rowCount + 1
  } finally {
    await source.query('rollback').catch(() => undefined)
  }
}

/** A table that an earlier call copied, if both databases still have its rows. */
async function keptTable(
  { source, target, onProgress }: DatabaseCopy,
  { copied }: MoveProgress,
  table: ArchivedTable,
): Promise<CopiedTable | undefined> {
  const kept = copied.get(tableName(table))
  if (!kept) return undefined
  onProgress(`Comparing: ${table.name}`)
  const [original, copy] = await Promise.all([
    hashTable(source, table),
    inTransaction(target, () => hashTable(target, table)),
  ])
  return original === kept.sha256 && copy === kept.sha256 ? kept : undefined
}

async function copyOneTable({ source, target }: DatabaseCopy, table: ArchivedTable): Promise<CopiedTable> {
  return inTransaction(target, async () => {
    await target.query(`truncate ${tableName(table)}`)
    const { count, digest } = measured()
    const rowCount = await loadTable(target, table, count(copyTable(source, table).rows))
    const copied = { rowCount, sha256: digest().sha256 }
    if ((await hashTable(target, table)) !== copied.sha256)
      throw new Error(`The copy of ${table.name} differs from the original. Run the move again.`)
    await recordCopiedTable(target, tableName(table), copied)
    return copied
  })
}

async function copyInstance(
  source: pg.ClientBase,
  target: pg.ClientBase,
  tables: Array<ArchivedTable>,
): Promise<void> {
  for (const table of tables.filter(isInstance)) {
    await target.query(`truncate ${tableName(table)}`)
    await loadTable(target, table, copyTable(source, table).rows)
  }
  await target.query('update instance set restoring_from = $1, moved_to = null', [moveMark])
}

function isInstance({ schema, name }: ArchivedTable): boolean {
  return `${schema}.${name}` === instanceTable
}

async function inTransaction<T>(target: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await beginLoading(target)
  try {
    const result = await work()
    await target.query('commit')
    return result
  } catch (error) {
    await target.query('rollback').catch(() => undefined)
    throw error
  }
}

/** The hash of a table's rows in the order they are stored, which is that of loading them. */
function hashTable(client: pg.ClientBase, table: ArchivedTable): Promise<string> {
  return sha256Of(copyTable(client, table).rows)
}

/** The names of tables whose rows differ in two databases, in a snapshot of each. */
export async function differingTables(one: pg.ClientBase, other: pg.ClientBase): Promise<Array<string>> {
  await beginSnapshot(one)
  await beginSnapshot(other)
  try {
    const differing: Array<string> = []
    for (const table of await selectTables(one)) {
      // The row that says which of the two is in use.
      if (table.name === 'instance') continue
      if ((await hashTable(one, table)) !== (await hashTable(other, table))) differing.push(tableName(table))
    }
    return differing
  } finally {
    await one.query('rollback')
    await other.query('rollback')
  }
}
