import { limits } from '../../../contract/limits.ts'
import type { StoredObject } from '../../ports/file-store.ts'
import type { Ports } from '../../ports/index.ts'
import {
  findReferencedFileKeys,
  findReferencedPreviewKeys,
  selectStaleUploads,
} from './garbage-collect-files-repository.ts'
import { previewKeyOf } from './preview-image.ts'
import { removeUpload } from './uploads.ts'

/** Milliseconds. A file is written before its row: what is younger may be on its way to one. */
const orphanGraceMs = 2 * 24 * 3_600_000
/** Share cards are drawn again when somebody asks: one that is older than this goes, whether it was replaced or not. */
const shareImageTtlMs = 30 * 24 * 3_600_000
/** Keys that are asked about at once. */
const batchSize = 500

/** What was removed, by what it was. */
export type CleanupCounts = { uploads: number; files: number; previews: number; cards: number; parts: number }

/**
 * Removes what nobody needs: uploads that nobody came back to, stored files and pictures without a row, old share cards, and the
 * remains of writes that a crash broke off. Safe beside uploads on their way, and any number of times.
 */
export async function collectGarbage(ports: Ports): Promise<CleanupCounts> {
  const { db, fileStore, clock } = ports
  const ago = (ms: number) => new Date(clock.now().getTime() - ms)
  return {
    uploads: await removeOldUploads(ports, ago(limits.uploadTtlMs)),
    files: await deleteUnreferenced(ports, 'files/', {
      before: ago(orphanGraceMs),
      unneeded: async (keys) => difference(keys, await findReferencedFileKeys(db, keys)),
    }),
    previews: await deleteUnreferenced(ports, 'previews/', {
      before: ago(orphanGraceMs),
      unneeded: async (keys) => {
        const needed = await findReferencedPreviewKeys(db, [...new Set(keys.map(previewKeyOf))])
        return keys.filter((key) => !needed.has(previewKeyOf(key)))
      },
    }),
    cards: await deleteUnreferenced(ports, 'cards/', {
      before: ago(shareImageTtlMs),
      unneeded: async (keys) => keys,
    }),
    parts: await fileStore.abortStaleUploads(ago(limits.uploadTtlMs + orphanGraceMs)),
  }
}

async function removeOldUploads(ports: Ports, untouchedSince: Date): Promise<number> {
  const old = await selectStaleUploads(ports.db, untouchedSince, batchSize)
  for (const row of old) await removeUpload(ports, row)
  return old.length
}

type SweepOptions = { before: Date; unneeded: (keys: Array<string>) => Promise<Array<string>> }

async function deleteUnreferenced(
  { fileStore }: Ports,
  folder: string,
  { before, unneeded: findUnreferenced }: SweepOptions,
): Promise<number> {
  let removed = 0
  const deleteKeys = async (keys: Array<string>) => {
    for (const key of await findUnreferenced(keys)) {
      await fileStore.remove(key)
      removed++
    }
  }
  let waiting: Array<StoredObject> = []
  for await (const listed of fileStore.list(folder)) {
    if (listed.lastModified < before) waiting.push(listed)
    if (waiting.length < batchSize) continue
    await deleteKeys(waiting.map(({ key }) => key))
    waiting = []
  }
  if (waiting.length > 0) await deleteKeys(waiting.map(({ key }) => key))
  return removed
}

function difference(keys: Array<string>, needed: Set<string>): Array<string> {
  return keys.filter((key) => !needed.has(key))
}
