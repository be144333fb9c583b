import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import type { FileStore } from '../ports/file-store.ts'
import { copyRows } from './snapshot.ts'

/** A file of the store. The database knows the hash of files for sale, but not of pictures. */
export type StoredFileEntry = { key: string; sha256?: string }

/** Share images and thumbnails are rendered again, and probes are temporary. Other objects of a bucket, such as archives, have a dot. */
const excluded = /^(cards\/|thumbnails\/|store\/probe-)|[^a-z0-9/-]/

/** Files that are for sale, and complete uploads that are not used yet. */
const knownFilesSql = `copy (
  select key, sha256 from files where unreferenced_since is null
  union all select key, sha256 from uploads where sha256 is not null and content_id is null
) to stdout`

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
  await pipeline(copyRows(client, knownFilesSql).rows, createWriteStream(path, { mode: 0o600 }))
  const sum = await client.query<{ bytes: string }>(
    'select coalesce(sum(size_bytes), 0)::text as bytes from files where unreferenced_since is null',
  )
  return {
    byteCount: Number(sum.rows[0]?.bytes),
    async *entries() {
      for await (const line of createInterface({ input: createReadStream(path) })) {
        const [key = '', sha256 = ''] = line.split('\t')
        yield { key, sha256 }
      }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Every file of a store that is not temporary. */
export async function* listMovableFiles(store: FileStore): AsyncGenerator<StoredFileEntry> {
  for await (const { key } of store.list('')) if (!excluded.test(key)) yield { key }
}

/** Everything else in the store: pictures, samples and our marker file. */
export async function* listOtherFiles(store: FileStore): AsyncGenerator<StoredFileEntry> {
  for await (const file of listMovableFiles(store)) if (!file.key.startsWith('files/')) yield file
}

/** Whether a file that is missing in the store should be there: it may have been replaced since. */
export async function isStillReferenced(client: pg.ClientBase, key: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select 1 from files where key = $1 and unreferenced_since is null
     union all select 1 from uploads where key = $1 and sha256 is not null and content_id is null`,
    [key],
  )
  return (rowCount ?? 0) > 0
}
