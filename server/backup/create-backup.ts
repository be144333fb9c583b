import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { formatBytes } from '../../domain/format.ts'
import type { FileStore } from '../ports/file-store.ts'
import {
  type ArchiveFile,
  type ArchivePlace,
  formatVersion,
  jobsObject,
  type Manifest,
  maxSecretBytes,
  secretsFolder,
  tableFolder,
} from './archive-format.ts'
import { checkArchive } from './archive-reader.ts'
import { type ArchiveWriter, createArchiveWriter } from './archive-writer.ts'
import { encrypt } from './encryption.ts'
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
  onProgress: (text: string) => void
}

export type BackupResult = { manifest: Manifest; file: ArchiveFile; snapshotAt: Date; secrets: Array<string> }

/**
 * Writes a backup and reads it back. The database comes first, in one snapshot, so every file that it references is
 * still stored: a replaced file is kept for a day. Throws Error with a message for the operator, and then leaves nothing
 * in the place.
 */
export async function createBackup(options: BackupOptions): Promise<BackupResult> {
  const { client, place } = options
  if (await place.exists())
    throw new Error(`${place.name} exists. A backup overwrites nothing: choose another name.`)
  await beginSnapshot(client)
  let list: FileList | undefined
  try {
    const database = await describeDatabase(client)
    list = await listKnownFiles(client)
    const size = await client.query<{ bytes: string }>(
      'select pg_database_size(current_database())::text as bytes',
    )
    const estimatedBytes = list.byteCount + Number(size.rows[0]?.bytes)
    const header = { format: 'tipdrop-backup' as const, formatVersion, id: randomUUID(), ...database }
    const { result, file } = await writeBoth(options, estimatedBytes, async (archive) => {
      await archive.writeHeader(header)
      return writeContents(archive, options, { ...database, list: list as FileList })
    })
    await checkArchive(options, { file, manifest: result.manifest })
    await place.keep()
    return { ...result, file, snapshotAt: new Date(database.snapshotAt) }
  } catch (error) {
    await place.discard().catch(() => undefined)
    throw error
  } finally {
    await client.query('rollback').catch(() => undefined)
    await list?.remove()
  }
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
    onProgress(`Database: ${table.name} (${totalRows.toLocaleString('en-US')} rows)`)
    await writeRows(`${tableFolder}${table.schema}.${table.name}`, copyTable(client, table))
  }
  if (contents.jobColumns.length > 0) await writeRows(jobsObject, copyJobs(client, contents))
  // The files take longer than the data, and a long snapshot keeps PostgreSQL from removing old rows.
  await client.query('rollback')

  const secrets = await readSecrets(dataDir)
  for (const { name, bytes } of secrets) await archive.writeObject(`${secretsFolder}${name}`, chunks(bytes))
  const files = await writeFiles(archive, options, contents.list)
  const manifest = await archive.finish({ rowCount: totalRows, ...files })
  return { manifest, secrets: secrets.map(({ name }) => name) }
}

async function writeFiles(
  archive: ArchiveWriter,
  { client, store, onProgress }: BackupOptions,
  list: FileList,
) {
  const totals = {
    fileCount: 0,
    fileBytes: 0,
    missingFiles: [] as Array<string>,
    damagedFiles: [] as Array<string>,
  }
  const write = async ({ key, sha256 }: StoredFileEntry) => {
    const bytes = await store.open(key)
    if (!bytes) {
      if (sha256 && (await isStillReferenced(client, key))) totals.missingFiles.push(key)
      return
    }
    const sum = await archive.writeObject(key, bytes as AsyncIterable<Buffer>)
    if (sha256 && sum.sha256 !== sha256) totals.damagedFiles.push(key)
    totals.fileCount++
    totals.fileBytes += sum.bytes
    onProgress(
      `Files: ${totals.fileCount.toLocaleString('en-US')}, ${formatBytes(totals.fileBytes)} of ${formatBytes(list.byteCount)}`,
    )
  }
  for await (const entry of list.entries()) await write(entry)
  for await (const entry of listOtherFiles(store)) await write(entry)
  return totals
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
