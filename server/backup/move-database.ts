import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { installQueue } from '../adapters/pg-boss-queue.ts'
import type { MigrationFolders } from '../db/migrate.ts'
import { formatVersion, type Header } from './archive-format.ts'
import { beginLoad, isEmptyDatabase } from './load-database.ts'
import { beginSnapshot, copyJobs, copyTable, describeDatabase } from './snapshot.ts'
import { differingTables, hashing, hashTable } from './table-hashes.ts'

export type DatabaseMove = {
  source: pg.PoolConfig
  target: pg.PoolConfig
  /** What to call the target in messages, without a password. */
  targetName: string
  folders: MigrationFolders
  onProgress: (text: string) => void
}

/** What `instance.restoring_from` is between the copy and the moment when the old database is out of use. */
const moveMark = 'a move'

/**
 * Copies a database into an empty one in one transaction, compares the hash of every table, and marks the old one so
 * that no process starts on it. One that was cut off is completed by calling it again. Throws Error with a message for
 * the operator.
 */
export async function moveDatabase(move: DatabaseMove): Promise<{ rowCount: number }> {
  const source = await connect(move.source)
  const target = await connect(move.target).catch((error) => source.end().then(() => Promise.reject(error)))
  try {
    await requireNotMoved(source)
    await requireStopped(source)
    const rowCount = (await isEmptyDatabase(target))
      ? await copyDatabase(source, target, move)
      : await requireCompleteCopy(source, target)
    await source.query('update instance set moved_to = $1', [move.targetName])
    await target.query('update instance set restoring_from = null')
    return { rowCount }
  } finally {
    await Promise.all([source.end(), target.end()])
  }
}

/** Takes back the mark that no process starts on a database. */
export async function undoMove(connection: pg.PoolConfig): Promise<string | undefined> {
  const client = await connect(connection)
  try {
    const { rows } = await client.query<{ to: string | null }>('select moved_to as to from instance')
    await client.query('update instance set moved_to = null')
    return rows[0]?.to ?? undefined
  } finally {
    await client.end()
  }
}

/** Where a database was moved to; undefined if it was not. */
export async function readMovedTo(client: pg.ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ to: string | null }>('select moved_to as to from instance')
  return rows[0]?.to ?? undefined
}

/** Whether a process of the instance is connected: each has its queue. */
export async function isInstanceRunning(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(
    `select 1 from pg_stat_activity where datname = current_database() and application_name = 'tipdrop-queue'`,
  )
  return (rowCount ?? 0) > 0
}

async function copyDatabase(
  source: pg.ClientBase,
  target: pg.ClientBase,
  { folders, onProgress, target: connection }: DatabaseMove,
): Promise<number> {
  await beginSnapshot(source)
  const database = await describeDatabase(source)
  const header: Header = { format: 'tipdrop-backup', formatVersion, id: randomUUID(), ...database }
  await installQueue(connection)
  const load = await beginLoad(target, header, folders)
  try {
    const hashes = new Map<string, string>()
    let rowCount = 0
    for (const table of header.tables) {
      onProgress(`Database: ${table.name} (${rowCount.toLocaleString('en-US')} rows)`)
      const { pass, digest } = hashing()
      const loaded = await load.loadTable(table, pass(copyTable(source, table).rows))
      if (loaded === undefined) continue
      rowCount += loaded
      hashes.set(table.name, digest())
    }
    for (const table of header.tables) {
      onProgress(`Comparing: ${table.name}`)
      const hash = hashes.get(table.name)
      if (hash !== undefined && (await hashTable(target, table)) !== hash)
        throw new Error(`The copy of ${table.name} differs from the original. Nothing was moved.`)
    }
    if (header.jobColumns.length > 0) await load.loadJobs(copyJobs(source, header).rows)
    onProgress('Building indexes')
    await load.commit(async (client) => {
      await client.query('update instance set restoring_from = $1', [moveMark])
    })
    return rowCount
  } catch (error) {
    await target.query('rollback').catch(() => undefined)
    throw error
  } finally {
    await source.query('rollback').catch(() => undefined)
  }
}

/** For a move that was cut off after its copy: the copy is complete, and the original was not used since. */
async function requireCompleteCopy(source: pg.ClientBase, target: pg.ClientBase): Promise<number> {
  const { rows } = await target
    .query<{ from: string | null }>('select restoring_from as from from instance')
    .catch(() => ({ rows: [] }))
  if (rows[0]?.from !== moveMark)
    throw new Error('The target database is not empty. A move overwrites nothing: create an empty one.')
  const differing = await differingTables(source, target)
  if (differing.length > 0)
    throw new Error(
      `The instance has been used since a move was cut off (${differing.join(', ')}). Create an empty target database and start again.`,
    )
  return 0
}

async function requireStopped(client: pg.ClientBase): Promise<void> {
  if (await isInstanceRunning(client))
    throw new Error('The instance is running. Stop every process of it: sales during the move would be lost.')
}

async function requireNotMoved(client: pg.ClientBase): Promise<void> {
  const movedTo = await readMovedTo(client)
  if (movedTo)
    throw new Error(
      `The database was already moved to ${movedTo}. Add --confirm to delete the old one, or run npm run move -- --undo.`,
    )
}

async function connect(connection: pg.PoolConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 })
  await client.connect()
  return client
}
