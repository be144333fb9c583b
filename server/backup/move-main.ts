import { rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { countOf } from '../../domain/format.ts'
import { createDiskFileStore } from '../adapters/disk/file-store.ts'
import { runCommand } from '../adapters/run-command.ts'
import { usageOf } from '../config/command-line.ts'
import { type Config, readConfig } from '../config.ts'
import { createFileStore } from '../create-services.ts'
import { messageWithoutValues } from '../db/logged-error.ts'
import { migrationFolders } from '../db/migration-folders.ts'
import type { FileStore } from '../ports/file-store.ts'
import { connectionOfInstance } from '../verify/connect.ts'
import { unreadablePayoutDetails } from '../verify/payout-details.ts'
import { openTargetDatabase, withClient } from './load-database.ts'
import { isInstanceRunning, moveDatabase, readMovedTo, undoMove } from './move-database.ts'
import { copyFiles, deleteMovedFiles } from './move-files.ts'
import { progressPrinter } from './progress.ts'

const usage = usageOf('move', [
  ['--database URL', 'moves the bundled database to the PostgreSQL server of URL'],
  ['--database embedded', 'moves the database of DATABASE_URL to DATA_DIR'],
  ['--files s3', 'moves the files of DATA_DIR to the object store of the S3_ settings'],
  ['--files disk', 'moves the files of the object store to DATA_DIR'],
  ['… --confirm', 'deletes what was moved from its old place'],
  ['--undo', 'uses the old database again'],
])

/** Moves the database or the files. Exits with 1 and a sentence when it fails. */
async function main(args: Array<string>): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      database: { type: 'string' },
      files: { type: 'string' },
      confirm: { type: 'boolean' },
      undo: { type: 'boolean' },
    },
  })
  const { database, files } = values
  const config = readConfig()
  if (values.undo) return runUndo(config)
  const isDatabase = database === undefined || database === 'embedded' || /^postgres(ql)?:\/\//.test(database)
  const isFiles = files === undefined || files === 's3' || files === 'disk'
  if (!isDatabase || !isFiles || (database === undefined && files === undefined)) throw new Error(usage)
  if (files === 's3' || files === 'disk') {
    const code = await (values.confirm ? confirmFiles : runFilesMove)(config, files)
    if (code !== 0) return code
  }
  if (database !== undefined) return (values.confirm ? confirmDatabase : runDatabaseMove)(config, database)
  return 0
}

runCommand(main)

const onProgress = progressPrinter()

/** `to` is a URL or `embedded`. */
async function runDatabaseMove(config: Config, to: string): Promise<number> {
  const { databaseUrl, dataDir } = config
  if (to === (databaseUrl ?? 'embedded'))
    throw new Error('The database is there already. DATABASE_URL must still name the old one, or be unset.')
  const source = await openTargetDatabase({ databaseUrl, dataDir })
  try {
    await requireReadableDetails(config, source.connection)
    const target = await openTargetDatabase({ databaseUrl: to === 'embedded' ? undefined : to, dataDir })
    try {
      await requireConnection(target.connection, to)
      const { rowCount } = await moveDatabase({
        source: source.connection,
        target: target.connection,
        targetName: nameOf(to),
        folders: migrationFolders(),
        onProgress,
      })
      console.log(`Moved the database to ${nameOf(to)}: ${countOf(rowCount, 'row')}, every table compared.`)
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
  console.log(
    to === 'embedded'
      ? 'Now unset DATABASE_URL and start the instance.'
      : 'Now set DATABASE_URL to that address and start the instance.',
  )
  console.log(
    'The old database is kept, and no process starts on it. Once you are sure, run this command with --confirm.',
  )
  return 0
}

/** Names the new database in the reason, because every other error is about that of DATABASE_URL. */
async function requireConnection(connection: pg.PoolConfig, to: string): Promise<void> {
  await withClient(connection, async () => undefined).catch((error: unknown) => {
    throw new Error(
      `Cannot connect to the new database at ${nameOf(to)} (${messageWithoutValues(error)}). Nothing was moved. Check the URL of --database.`,
    )
  })
}

/** Refuses a move into a DATA_DIR that lacks the key of the payout details, which nobody could pay by afterwards. */
async function requireReadableDetails(config: Config, connection: pg.PoolConfig): Promise<void> {
  const unreadable = await withClient(connection, (client) => unreadablePayoutDetails(config, client))
  if (unreadable.length === 0) return
  throw new Error(
    `${unreadable.join(' ')} Nothing was moved. Copy the folder secrets of the earlier DATA_DIR into ${config.dataDir}, and run the command again.`,
  )
}

/** Deletes the bundled database after its move. Another server's database is left to its operator. */
async function confirmDatabase({ dataDir, databaseUrl }: Config, to: string): Promise<number> {
  if (to === 'embedded') {
    console.log(
      `Drop the old database yourself${databaseUrl ? ` (${nameOf(databaseUrl)})` : ''}: its server is not ours.`,
    )
    return 0
  }
  const cluster = join(dataDir, 'postgres')
  if (!(await stat(cluster).catch(() => undefined)))
    throw new Error(`There is no old database in ${dataDir}.`)
  const old = await openTargetDatabase({ databaseUrl: undefined, dataDir })
  try {
    const movedTo = await withClient(old.connection, readMovedTo)
    if (movedTo !== nameOf(to))
      throw new Error(`The database in ${dataDir} was not moved to ${nameOf(to)}. Nothing was deleted.`)
    const copy = await withClient({ connectionString: to }, (client) =>
      client.query('select 1 from instance where restoring_from is null'),
    )
    if (copy.rowCount !== 1)
      throw new Error(`The copy at ${nameOf(to)} is not complete. Nothing was deleted.`)
  } finally {
    await old.close()
  }
  // A folder with this name is removed at the next start, if this is cut off.
  const removed = join(dataDir, 'postgres-new-moved')
  await rename(cluster, removed)
  await rm(removed, { recursive: true })
  console.log(`Deleted the old database in ${dataDir}.`)
  return 0
}

async function runUndo({ databaseUrl, dataDir }: Config): Promise<number> {
  const { connection, close } = await openTargetDatabase({ databaseUrl, dataDir })
  const movedTo = await undoMove(connection).finally(close)
  console.log(
    movedTo
      ? `This database is used again. If the move had ended, what was sold since is only in ${movedTo}.`
      : 'This database was not moved, so there is nothing to undo.',
  )
  return 0
}

/** Copies the files. The last run must be with the instance stopped; earlier ones make it short. */
async function runFilesMove(config: Config, to: 's3' | 'disk'): Promise<number> {
  const { connection, close } = await connectionOfInstance(config)
  try {
    return await withClient(connection, async (client) => {
      const wasRunning = await isInstanceRunning(client)
      const { copied, present } = await copyFiles({ ...(await storesOf(config, to)), onProgress })
      console.log(
        `Copied ${countOf(copied, 'file')}. There with the same hash: ${present.toLocaleString('en-US')}.`,
      )
      if (wasRunning) {
        console.log(
          'The instance is running. Stop it and run this command again: it copies what was uploaded meanwhile.',
        )
        return 1
      }
      // Their bytes are in the state of the old store. Browsers start them again.
      await client.query('delete from uploads where sha256 is null')
      console.log(
        to === 's3'
          ? 'Now start the instance with the S3_ settings that this command had.'
          : 'Now unset the S3_ settings and start the instance.',
      )
      console.log('The old files are kept. Once you are sure, run this command with --confirm.')
      return 0
    })
  } finally {
    await close()
  }
}

async function confirmFiles(config: Config, to: 's3' | 'disk'): Promise<number> {
  const { connection, close } = await connectionOfInstance(config)
  try {
    const stores = await storesOf(config, to)
    const deleted = await withClient(connection, (client) =>
      deleteMovedFiles({ ...stores, onProgress }, client),
    )
    console.log(`Deleted ${countOf(deleted, 'file')} from the old place. The new one has everything.`)
    return 0
  } finally {
    await close()
  }
}

async function storesOf(config: Config, to: 's3' | 'disk'): Promise<{ from: FileStore; to: FileStore }> {
  if (!config.s3) throw new Error('Set the S3_ settings: the object store that files move to or from.')
  const objects = await createFileStore(config)
  const disk = createDiskFileStore(join(config.dataDir, 'files'))
  return to === 's3' ? { from: disk, to: objects } : { from: objects, to: disk }
}

/** A database's address without user and password. */
function nameOf(to: string): string {
  if (to === 'embedded') return 'DATA_DIR'
  const { host, pathname } = new URL(to)
  return `${host}${pathname}`
}
