import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { countOf, formatBytes } from '../../domain/format.ts'
import { unfinishedListName } from '../features/site/backups/archive-names.ts'
import { DamagedFileError, type FileStore } from '../ports/file-store.ts'
import {
  type ArchiveFile,
  type ArchivePlace,
  completeVersion,
  fileListObject,
  jobsObject,
  linkedVersion,
  type Manifest,
  maxSecretBytes,
  secretsFolder,
  tableFolder,
} from './archive-format.ts'
import { checkArchive } from './archive-reader.ts'
import { type ArchiveWriter, createArchiveWriter } from './archive-writer.ts'
import { encrypt } from './encryption.ts'
import type { FileListWriter } from './objects/file-list.ts'
import { type SharedFiles, type StoredFiles, storeFiles } from './objects/store-files.ts'
import {
  beginSnapshot,
  type CopiedRows,
  compressed,
  copyJobs,
  copyTable,
  describeDatabase,
} from './snapshot.ts'
import {
  type FileList,
  isStillReferenced,
  listKnownFiles,
  listOtherFiles,
  type StoredFileEntry,
} from './stored-files.ts'

export type BackupOptions = {
  /** A connection of its own. */
  client: pg.ClientBase
  /** Undefined for a backup of the database alone, whose files stay where they are. */
  store: FileStore
  place: ArchivePlace
  /** The folder with `secrets/`. */
  dataDir: string
  /** An age key; without one the archive is not encrypted. */
  key?: string | undefined
  /** Where files are stored once for all archives; undefined for an archive that has its files. */
  shared?: SharedFiles
  onProgress: (text: string) => void
}

export type BackupResult = {
  manifest: Manifest
  file: ArchiveFile
  snapshotAt: Date
  secrets: Array<string>
  /** The files that were written beside the archive. */
  written: StoredFiles['written']
}

/**
 * Writes a backup and reads it back. The database comes first, in one snapshot, so every file that it references is
 * still stored: a replaced file is kept for a day. Throws Error with a message for the operator, and then leaves no
 * archive; files that were stored beside it are kept for the next one.
 */
export async function createBackup(options: BackupOptions): Promise<BackupResult> {
  const { client, place, shared } = options
  if (await place.exists())
    throw new Error(`${place.name} exists. A backup overwrites nothing: choose another name.`)
  await beginSnapshot(client)
  let list: FileList | undefined
  try {
    const database = await describeDatabase(client)
    list = await listKnownFiles(client)
    const databaseBytes = await sizeOfDatabase(client)
    const header = {
      format: 'tipdrop-backup' as const,
      formatVersion: shared ? linkedVersion : completeVersion,
      id: randomUUID(),
      ...database,
      databaseBytes,
      fileBytes: list.byteCount,
      ...(shared && { objects: shared.folder }),
    }
    const estimatedBytes = databaseBytes + (shared ? 0 : list.byteCount)
    const { result, file } = await writeBoth(options, estimatedBytes, async (archive) => {
      await archive.writeHeader(header)
      return writeContents(archive, options, { ...database, list: list as FileList })
    })
    const { listed, ...rest } = result
    try {
      await checkArchive(options, { file, manifest: rest.manifest })
      await place.keep()
      if (shared && listed) await keepList(place, shared, listed)
    } finally {
      await listed?.remove()
    }
    return { ...rest, file, snapshotAt: new Date(database.snapshotAt) }
  } catch (error) {
    await place.discard().catch(() => undefined)
    if (shared) await removeUnfinishedList(place, shared).catch(() => undefined)
    throw error
  } finally {
    await client.query('rollback').catch(() => undefined)
    await list?.remove()
  }
}

async function sizeOfDatabase(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    'select pg_database_size(current_database())::text as bytes',
  )
  return Number(rows[0]?.bytes)
}

/**
 * Gives the archive's list its name. The objects in it are kept as long as it is there, and from before the archive is
 * complete, under another name: a backup that was cut off is told from one whose archive was renamed.
 */
async function keepList(place: ArchivePlace, shared: SharedFiles, listed: FileListWriter): Promise<void> {
  await place.objects().put(shared.listName, listed.open(), listed.bytes())
  await removeUnfinishedList(place, shared)
}

function removeUnfinishedList(place: ArchivePlace, { listName }: SharedFiles): Promise<void> {
  return place.objects().remove(unfinishedListName(listName))
}

/** Writes the contents while the place reads the archive. Throws the error of whichever failed first. */
async function writeBoth<T>(
  { place, key }: BackupOptions,
  estimatedBytes: number,
  writeContents: (archive: ArchiveWriter) => Promise<T>,
): Promise<{ result: T; file: ArchiveFile }> {
  const archive = createArchiveWriter()
  const errors: Array<unknown> = []
  const note = (error: unknown) => {
    errors.push(error)
    archive.abort()
  }
  const bytes = key ? await encrypt(archive.bytes, key) : archive.bytes
  const written = place.write(bytes, estimatedBytes).catch(note)
  const result = await writeContents(archive).catch(note)
  const file = await written
  if (errors.length > 0 || !file || !result) throw errors[0]
  return { result, file }
}

type Contents = Awaited<ReturnType<typeof describeDatabase>> & { list: FileList }

async function writeContents(archive: ArchiveWriter, options: BackupOptions, contents: Contents) {
  const { client, dataDir, onProgress } = options
  let totalRows = 0
  const writeRows = async (name: string, { rows, rowCount }: CopiedRows) => {
    await archive.writeObject(name, compressed(rows), { rowCount })
    totalRows += rowCount()
  }
  for (const table of contents.tables) {
    onProgress(`Database: ${table.name} (${countOf(totalRows, 'row')})`)
    await writeRows(`${tableFolder}${table.schema}.${table.name}`, copyTable(client, table))
  }
  if (contents.jobColumns.length > 0) await writeRows(jobsObject, copyJobs(client, contents))
  // The files take longer than the data, and a long snapshot keeps PostgreSQL from removing old rows.
  await client.query('rollback')

  const secrets = await readSecrets(dataDir)
  for (const { name, bytes } of secrets) await archive.writeObject(`${secretsFolder}${name}`, chunks(bytes))
  const stored = await storeShared(options, contents.list)
  try {
    const files = await writeFiles(archive, options, {
      entries: stored ? stored.others : filesOf(options.store, contents.list),
      totals: { ...emptyTotals(), ...(stored && totalsOf(stored)) },
      byteCount: contents.list.byteCount,
    })
    if (stored) await archive.writeObject(fileListObject, stored.listed.open())
    const manifest = await archive.finish({ rowCount: totalRows, ...files })
    return {
      manifest,
      secrets: secrets.map(({ name }) => name),
      written: stored?.written ?? { count: 0, bytes: 0 },
      listed: stored?.listed,
    }
  } catch (error) {
    await stored?.listed.remove()
    throw error
  }
}

/** Stores the files beside the archive, and their list under the name of one whose archive is being written. */
async function storeShared(options: BackupOptions, list: FileList): Promise<StoredFiles | undefined> {
  const { place, shared } = options
  if (!shared) return undefined
  const stored = await storeFiles({ ...options, shared, list })
  await place.objects().put(unfinishedListName(shared.listName), stored.listed.open(), stored.listed.bytes())
  return stored
}

type FileTotals = Pick<Manifest, 'fileCount' | 'fileBytes' | 'missingFiles' | 'damagedFiles'>

function emptyTotals(): FileTotals {
  return { fileCount: 0, fileBytes: 0, missingFiles: [], damagedFiles: [] }
}

function totalsOf({ fileCount, fileBytes, missingFiles }: StoredFiles) {
  return { fileCount, fileBytes, missingFiles }
}

async function* filesOf(store: FileStore, list: FileList): AsyncGenerator<StoredFileEntry> {
  yield* list.entries()
  yield* listOtherFiles(store)
}

type Files = {
  entries: AsyncIterable<StoredFileEntry> | Iterable<StoredFileEntry>
  totals: FileTotals
  byteCount: number
}

/** Writes files into the archive. Of one that can be read in part, the part. */
async function writeFiles(
  archive: ArchiveWriter,
  { client, store, onProgress }: BackupOptions,
  { entries, totals, byteCount }: Files,
): Promise<FileTotals> {
  for await (const { key, sum: expected } of entries) {
    const bytes = await store.open(key)
    if (!bytes) {
      if (expected && (await isStillReferenced(client, key))) totals.missingFiles.push(key)
      continue
    }
    const sum = await archive.writeObject(key, readable(bytes as AsyncIterable<Buffer>))
    if (expected && sum.sha256 !== expected.sha256) totals.damagedFiles.push(key)
    totals.fileCount++
    totals.fileBytes += sum.bytes
    onProgress(
      `Files: ${totals.fileCount.toLocaleString('en-US')}, ${formatBytes(totals.fileBytes)} of ${formatBytes(byteCount)}`,
    )
  }
  return totals
}

/** The bytes up to where the store cannot read them. */
async function* readable(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* bytes
  } catch (error) {
    if (!(error instanceof DamagedFileError)) throw error
  }
}

/** The secrets that a local instance generated. */
async function readSecrets(dataDir: string): Promise<Array<{ name: string; bytes: Buffer }>> {
  const folder = join(dataDir, 'secrets')
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const names = entries
    .filter((entry) => entry.isFile() && /^[a-z0-9-]+$/.test(entry.name))
    .map(({ name }) => name)
  const files = await Promise.all(
    names.map(async (name) => ({ name, bytes: await readFile(join(folder, name)) })),
  )
  // A larger file is not one of ours, and no restore would read it.
  return files.filter(({ bytes }) => bytes.length <= maxSecretBytes)
}

async function* chunks(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
