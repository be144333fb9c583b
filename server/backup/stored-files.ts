import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import type { FileStore } from '../ports/file-store.ts'
import { copyRows } from './snapshot.ts'

/** A file of the store. The database knows size and hash of files for sale and documents, but not of pictures. */
export type StoredFileEntry = { key: string; sum?: { sha256: string; bytes: number } }

/** Share images and thumbnails are rendered again, and probes are temporary. Other objects of a bucket, such as archives, have a dot. */
const excluded = /^(cards\/|thumbnails\/|store\/probe-)|[^a-z0-9/-]/

/** Files that are for sale, documents, and complete uploads that are not used yet. */
const knownFilesSql = `
  select key, sha256, size_bytes from files where unreferenced_since is null
  union all select key, sha256, size_bytes from document_files
  union all select key, sha256, size_bytes from uploads where sha256 is not null and content_id is null`
/** The folders of the files that the database knows. */
const knownFolders = /^(files|documents)\//

/** The keys that the database knows, in a temporary file, because there may be millions. */
export type FileList = {
  byteCount: number
  entries(): AsyncGenerator<StoredFileEntry>
  remove(): Promise<void>
}

/** Lists the files that the client's snapshot references. */
export async function listKnownFiles(client: pg.ClientBase): Promise<FileList> {
  const folder = await mkdtemp(join(tmpdir(), 'tipdrop-backup-'))
  const path = join(folder, 'files')
  await pipeline(
    copyRows(client, `copy (${knownFilesSql}) to stdout`).rows,
    createWriteStream(path, { mode: 0o600 }),
  )
  const sum = await client.query<{ bytes: string }>(
    `select coalesce(sum(size_bytes), 0)::text as bytes from (${knownFilesSql}) known`,
  )
  return {
    byteCount: Number(sum.rows[0]?.bytes),
    async *entries() {
      for await (const line of createInterface({ input: createReadStream(path) })) {
        const [key = '', sha256 = '', bytes = ''] = line.split('\t')
        yield { key, sum: { sha256, bytes: Number(bytes) } }
      }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Every file of a store that is not temporary. */
export async function* listMovableFiles(store: FileStore): AsyncGenerator<StoredFileEntry> {
  for await (const { key } of store.list('')) if (!excluded.test(key)) yield { key }
}

/** Everything else in the store: pictures, samples and our marker file. Each has its key for ever, but for the marker. */
export async function* listOtherFiles(store: FileStore): AsyncGenerator<StoredFileEntry> {
  for await (const file of listMovableFiles(store)) if (!knownFolders.test(file.key)) yield file
}

/** Whether a file that is missing in the store should be there: it may have been replaced since. */
export async function isStillReferenced(client: pg.ClientBase, key: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select 1 from files where key = $1 and unreferenced_since is null
     union all select 1 from document_files where key = $1
     union all select 1 from uploads where key = $1 and sha256 is not null and content_id is null`,
    [key],
  )
  return (rowCount ?? 0) > 0
}
