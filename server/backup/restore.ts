import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createZstdDecompress } from 'node:zlib'
import pg from 'pg'
import { countOf, formatBytes } from '../../domain/format.ts'
import { installQueue } from '../adapters/queue.ts'
import type { MigrationFolders } from '../db/migration-folders.ts'
import { type FileStore, StorageFullError } from '../ports/file-store.ts'
import { verifyFiles } from '../verify/file-checks.ts'
import { formatFinding, verifyLedger } from '../verify/run-checks.ts'
import {
  ArchiveError,
  type ArchivePlace,
  fileListObject,
  type Header,
  jobsObject,
  type Manifest,
  secretsFolder,
  sha256Of,
  tableFolder,
} from './archive-format.ts'
import { type ArchivedObject, type OpenArchive, openArchiveAt, readWholeArchive } from './archive-reader.ts'
import { moveMark } from './copy-database.ts'
import { beginLoad, isEmptyDatabase, readRestoringFrom, withClient } from './load-database.ts'
import { diskFull } from './move-database.ts'
import type { SpooledList } from './objects/file-list.ts'
import {
  collectLost,
  findMissing,
  type LostFile,
  type SharedReader,
  sharedReader,
} from './objects/read-files.ts'
import { tableName } from './snapshot.ts'

export type RestoreOptions = {
  connection: pg.PoolConfig
  store: FileStore
  place: ArchivePlace
  /** The folder for `secrets/`. */
  dataDir: string
  key?: string | undefined
  folders: MigrationFolders
  /** Whether a store with files is accepted: those with the same bytes are kept, nothing is overwritten. */
  storeContents: 'must-be-empty' | 'may-have-files'
  /** Restores the rest when files beside the archive are missing or damaged. */
  skipDamaged?: boolean
  onProgress: (text: string) => void
}

export type RestoreResult = {
  header: Header
  manifest: Manifest
  skippedTables: Array<string>
  /** How many rows each table was loaded with, by `tableName`. Empty when an earlier restore has loaded them. */
  rowCounts: Map<string, number>
  presentFiles: number
  /** Sentences about the files that were left out. */
  lostFiles: Array<string>
}

/**
 * Restores an archive into an empty database and file store. The archive is read once before anything is written, and
 * the files beside it are looked up. A
 * restore that was cut off leaves an empty database, or one that says which archive completes it. Throws Error with a
 * message for the operator.
 */
export async function restore(options: RestoreOptions): Promise<RestoreResult> {
  const { header, manifest, list } = await readWholeArchive(options)
  const shared = list && { list, reader: await sharedReader(options, header) }
  const client = new pg.Client(options.connection)
  try {
    await client.connect()
    if (shared) requireFiles(await findMissing(shared.list, shared.reader), options)
    const state = await targetState(client, header)
    if (state === 'empty' && options.storeContents === 'must-be-empty') await requireEmptyStore(options.store)
    if (state === 'empty') await installQueue(options.connection)
    else options.onProgress('Continuing the restore that was cut off')
    const archive = await openArchiveAt(options)
    const objects = archive.objects()
    const loaded = await restoreDatabase(options, client, { archive, objects, state })
    const progress = fileProgress(options, manifest)
    await restoreFiles(options, objects, progress)
    archive.manifest()
    const lost = shared ? await restoreShared(options, shared, progress) : []
    requireFiles(lost, options)
    await client.query('update instance set restoring_from = null')
    const lostFiles = lost.map(({ message }) => message)
    return { header, manifest, ...loaded, presentFiles: progress.present(), lostFiles }
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw explainFullDisk(error)
  } finally {
    await client.end().catch(() => undefined)
    await list?.remove()
  }
}

/** The maximum printed addresses. */
const maxNamed = 20

/** Throws ArchiveError when files are lost, unless the rest is to be restored. */
function requireFiles(lost: Array<LostFile>, { skipDamaged }: RestoreOptions): void {
  if (lost.length === 0 || skipDamaged) return
  const named = lost.slice(0, maxNamed).map(({ message }) => message)
  const rest = lost.length > maxNamed ? ` And ${lost.length - maxNamed} more.` : ''
  throw new ArchiveError(
    `${lost.length === 1 ? 'A file' : countOf(lost.length, 'file')} of the backup can’t be restored. ${named.join(' ')}${rest} Bring them back, restore another backup, or run the command again with --skip-damaged to restore everything else.`,
  )
}

/** An error of a full disk as a sentence that says how to go on; any other error unchanged. */
function explainFullDisk(error: unknown): unknown {
  if (error instanceof StorageFullError)
    return new Error(
      'The file store is full. Make room in it and run the same command again: it continues with the files that are missing.',
      { cause: error },
    )
  if (error instanceof pg.DatabaseError && error.code === diskFull)
    return new Error(
      'The disk of the database is full. It is empty as before: make room on the disk and run the command again.',
      { cause: error },
    )
  return error
}

type TargetState = 'empty' | 'loaded'

async function targetState(client: pg.ClientBase, { id }: Header): Promise<TargetState> {
  if (await isEmptyDatabase(client)) return 'empty'
  const from = await readRestoringFrom(client)
  if (from === id) return 'loaded'
  throw new Error(
    from && from !== moveMark
      ? 'The restore of another backup into this database was cut off. Complete it with the same file, or use a new database.'
      : 'The database is not empty. A restore overwrites nothing: use a new DATA_DIR, or an empty database in DATABASE_URL.',
  )
}

async function requireEmptyStore(store: FileStore): Promise<void> {
  for await (const { key } of store.list('')) {
    if (key.startsWith('store/')) continue
    throw new Error(
      `The file store is not empty (${key}). A restore overwrites nothing: use an empty one, or add --keep-files if these are the files of the backup.`,
    )
  }
}

type Position = { archive: OpenArchive; objects: AsyncGenerator<ArchivedObject>; state: TargetState }

/**
 * Loads the tables up to the first object that is not one. Returns the names of tables that are not ours, and how many
 * rows the others have. Throws ArchiveError when one has another number than when it was written.
 */
async function restoreDatabase(
  { folders, onProgress }: RestoreOptions,
  client: pg.ClientBase,
  { archive: { header }, objects, state }: Position,
): Promise<Pick<RestoreResult, 'skippedTables' | 'rowCounts'>> {
  const load = state === 'empty' ? await beginLoad(client, header, folders) : undefined
  const tables = new Map(header.tables.map((table) => [`${tableFolder}${table.schema}.${table.name}`, table]))
  const skippedTables: Array<string> = []
  const rowCounts = new Map<string, number>()
  for (let remaining = tables.size + (header.jobColumns.length > 0 ? 1 : 0); remaining > 0; remaining--) {
    const next = await objects.next()
    if (next.done) break
    const { name, bytes, rows } = next.value
    onProgress(`Database: ${name}`)
    const table = tables.get(name)
    if (!load) continue
    if (name === jobsObject) await load.loadJobs(decompressed(bytes()))
    if (!table) continue
    const count = await load.loadTable(table, decompressed(bytes()))
    if (count === undefined) skippedTables.push(name)
    else if (count === (rows() ?? count)) rowCounts.set(tableName(table), count)
    else throw new ArchiveError(`${name} had ${rows()} rows when it was written, and ${count} were restored.`)
  }
  onProgress('Database: building indexes')
  await load?.commit(async () => {
    await client.query(afterLoadSql)
    await client.query('update instance set restoring_from = $1', [header.id])
  })
  return { skippedTables, rowCounts }
}

/**
 * Unfinished uploads have no bytes here, so browsers start them again. The marker file is written again if the archive
 * has none.
 */
export const afterLoadSql = `
  delete from uploads where sha256 is null;
  update backups set state = 'failed', finished_at = heartbeat_at, message = 'It was running in the instance that was copied.'
    where state = 'running';
  update instance set store_sentinel_written_at = null`

type FileProgress = { stored(stored: Stored): void; present(): number }

function fileProgress({ onProgress }: RestoreOptions, { fileCount, fileBytes }: Manifest): FileProgress {
  let count = 0
  let present = 0
  return {
    stored({ storedAs }) {
      if (storedAs === 'present') present++
      count++
      onProgress(
        `Files: ${count.toLocaleString('en-US')} of ${fileCount.toLocaleString('en-US')} (${formatBytes(fileBytes)})`,
      )
    },
    present: () => present,
  }
}

/** Restores the secrets and files that are in the archive. */
async function restoreFiles(
  { store, dataDir }: RestoreOptions,
  objects: AsyncGenerator<ArchivedObject>,
  progress: FileProgress,
): Promise<void> {
  for await (const { name, bytes } of objects) {
    if (name === fileListObject) continue
    if (name.startsWith(secretsFolder))
      await restoreSecret(dataDir, name.slice(secretsFolder.length), await buffer(bytes()))
    else progress.stored(await storeFile(store, name, async () => bytes()))
  }
}

/** Files at the same time. */
const concurrency = 4

/** Restores the files that are beside the archive. Returns those that are missing or damaged. */
function restoreShared(
  { store }: RestoreOptions,
  { list, reader }: { list: SpooledList; reader: SharedReader },
  progress: FileProgress,
): Promise<Array<LostFile>> {
  return collectLost(list, concurrency, async (file) =>
    progress.stored(await storeFile(store, file.key, async () => reader.open(file))),
  )
}

export async function restoreSecret(dataDir: string, name: string, value: Buffer): Promise<void> {
  const path = join(dataDir, 'secrets', name)
  const present = await readFile(path).catch(() => undefined)
  if (present?.equals(value)) return
  if (present)
    throw new Error(
      `${path} exists with another value. Move it away: sessions and links of the backup need their own.`,
    )
  await mkdir(join(dataDir, 'secrets'), { recursive: true, mode: 0o700 })
  await writeFile(path, value, { mode: 0o600, flag: 'wx' })
}

function decompressed(bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  // An error of a part is thrown by whoever reads the result.
  return pipeline(Readable.from(bytes, { objectMode: false }), createZstdDecompress(), () => undefined)
}

/** Whether a file was stored now, or was there already with the same bytes, and their hash. */
type Stored = { storedAs: 'stored' | 'present'; sha256: string }

/**
 * Stores a file unless it is there. Never overwrites: throws Error when the store has other bytes under the key. `open`
 * may be called twice.
 */
export async function storeFile(
  store: FileStore,
  key: string,
  open: () => Promise<AsyncIterable<Buffer>>,
): Promise<Stored> {
  const present = await store.open(key)
  if (!present) {
    const { sha256 } = await store.put(key, Readable.from(await open(), { objectMode: false }), {
      maxBytes: Number.MAX_SAFE_INTEGER,
    })
    return { storedAs: 'stored', sha256 }
  }
  const [before, wanted] = [await sha256Of(present), await sha256Of(await open())]
  if (before !== wanted)
    throw new Error(
      `The file store has ${key} with other contents. Nothing is overwritten: use an empty store.`,
    )
  return { storedAs: 'present', sha256: wanted }
}

type Copy = { connection: pg.PoolConfig; store: FileStore }

/** Verifies the ledger and every file, and prints what differs. Returns whether everything is right. */
export async function verifyCopy(
  { connection, store }: Copy,
  onProgress: (text: string) => void,
): Promise<boolean> {
  return withClient(connection, async (client) => {
    const onFinding = (finding: Parameters<typeof formatFinding>[0]) => {
      if (finding.differences.length > 0) console.log(formatFinding(finding))
    }
    const ledger = await verifyLedger(client, {
      onFinding,
      onProgress: (text) => onProgress(`Ledger: ${text}`),
    })
    const files = await verifyFiles(client, store, {
      onFinding,
      onProgress: (text) => onProgress(`Checking files: ${text}`),
    })
    console.log(ledger.length === 0 ? 'Every cent is accounted for.' : 'The ledger does not add up.')
    console.log(files.findings.length === 0 ? 'Every file is complete.' : 'Files are missing or damaged.')
    return ledger.length === 0 && files.findings.length === 0
  })
}
