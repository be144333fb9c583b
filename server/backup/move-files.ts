import { Readable } from 'node:stream'
import type pg from 'pg'
import { countOf } from '../../domain/format.ts'
import type { FileStore } from '../ports/file-store.ts'
import { sha256Of } from './archive-format.ts'
import { storeFile } from './restore.ts'
import { isStillReferenced, listMovableFiles } from './stored-files.ts'

export type FilesMove = { from: FileStore; to: FileStore; onProgress: (text: string) => void }
export type MovedFiles = { copied: number; present: number }

/**
 * Copies every file that the other store does not have, and compares the hash of each with what the other store
 * returns. Can be repeated, also while the instance runs: a file is never changed, so only new ones are copied again.
 * Throws Error with a message for the operator.
 */
export async function copyFiles({ from, to, onProgress }: FilesMove): Promise<MovedFiles> {
  const moved = { copied: 0, present: 0 }
  for await (const { key } of listMovableFiles(from)) {
    // A file may be deleted while the instance runs.
    const first = await from.open(key)
    first?.destroy()
    if (!first) continue
    const { storedAs, sha256 } = await storeFile(
      to,
      key,
      async () => (await from.open(key)) ?? Readable.from([]),
    )
    if (storedAs === 'stored' && (await hashOf(to, key)) !== sha256)
      throw new Error(`The copy of ${key} differs from the original. Run the move again.`)
    moved[storedAs === 'stored' ? 'copied' : 'present']++
    onProgress(
      `Files: ${moved.copied.toLocaleString('en-US')} copied, ${moved.present.toLocaleString('en-US')} were there`,
    )
  }
  return moved
}

/**
 * Deletes the files of the old store after comparing each with the new one. A file that only the old one has is deleted
 * if nothing references it. Throws Error before deleting anything when a copy is missing or differs.
 */
export async function deleteMovedFiles(
  { from, to, onProgress }: FilesMove,
  client: pg.ClientBase,
): Promise<number> {
  let compared = 0
  for await (const { key } of listMovableFiles(from)) {
    const hash = await hashOf(to, key)
    const isLost = hash === undefined && (await isStillReferenced(client, key))
    if (isLost || (hash !== undefined && hash !== (await hashOf(from, key))))
      throw new Error(
        `${key} is not in the new store as it is in the old one. Nothing was deleted: run the move again.`,
      )
    onProgress(`Comparing: ${countOf(++compared, 'file')}`)
  }
  let deleted = 0
  for await (const { key } of from.list('')) {
    // A bucket may have other objects, such as archives.
    if (/[^a-z0-9/-]/.test(key)) continue
    await from.remove(key)
    deleted++
  }
  return deleted
}

/** The SHA-256 hash of a stored file; undefined when the store does not have it. */
async function hashOf(store: FileStore, key: string): Promise<string | undefined> {
  const bytes = await store.open(key)
  return bytes && sha256Of(bytes)
}
