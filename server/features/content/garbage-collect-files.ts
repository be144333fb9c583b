import { limits } from '../../../contract/limits.ts'
import type { StoredObject } from '../../ports/file-store.ts'
import type { Ports } from '../../ports/index.ts'
import {
  findReferencedFileKeys,
  findReferencedPreviewKeys,
  selectStaleUploads,
} from './garbage-collect-files-repository.ts'
import { previewKeyOf } from './preview-image.ts'
import { findReferencedTeaserKeys } from './teaser-repository.ts'
import { removeUpload } from './uploads.ts'

/** A file is stored before its row is inserted, so a younger file without a row is not garbage yet. */
const orphanGraceMs = 2 * 24 * 3_600_000
/** Share images are rendered on request, so old ones are deleted, replaced or not. */
const shareImageTtlMs = 30 * 24 * 3_600_000
/** The number of keys per query. */
const batchSize = 500

/** The number of removed objects by kind. */
export type CleanupCounts = {
  uploads: number
  files: number
  previews: number
  teasers: number
  cards: number
  parts: number
}

/**
 * Removes unreferenced data: abandoned uploads, stored files and images without a row, old share images, and
 * leftovers of crashed writes. Idempotent, and safe beside running uploads.
 */
export async function collectGarbage(ports: Ports): Promise<CleanupCounts> {
  const { db, fileStore, clock } = ports
  const ago = (ms: number) => new Date(clock.now().getTime() - ms)
  return {
    uploads: await removeOldUploads(ports, ago(limits.uploadTtlMs)),
    files: await deleteUnreferenced(ports, 'files/', {
      before: ago(orphanGraceMs),
      findUnreferenced: async (keys) => difference(keys, await findReferencedFileKeys(db, keys)),
    }),
    previews: await deleteUnreferenced(ports, 'previews/', {
      before: ago(orphanGraceMs),
      findUnreferenced: async (keys) => {
        const referenced = await findReferencedPreviewKeys(db, [...new Set(keys.map(previewKeyOf))])
        return keys.filter((key) => !referenced.has(previewKeyOf(key)))
      },
    }),
    teasers: await deleteUnreferenced(ports, 'teasers/', {
      before: ago(orphanGraceMs),
      findUnreferenced: async (keys) => difference(keys, await findReferencedTeaserKeys(db, keys)),
    }),
    cards: await deleteUnreferenced(ports, 'cards/', {
      before: ago(shareImageTtlMs),
      findUnreferenced: async (keys) => keys,
    }),
    parts: await fileStore.abortStaleUploads(ago(limits.uploadTtlMs + orphanGraceMs)),
  }
}

async function removeOldUploads(ports: Ports, inactiveSince: Date): Promise<number> {
  const stale = await selectStaleUploads(ports.db, inactiveSince, batchSize)
  for (const row of stale) await removeUpload(ports, row)
  return stale.length
}

type SweepOptions = { before: Date; findUnreferenced: (keys: Array<string>) => Promise<Array<string>> }

async function deleteUnreferenced(
  { fileStore }: Ports,
  folder: string,
  { before, findUnreferenced }: SweepOptions,
): Promise<number> {
  let removed = 0
  const deleteKeys = async (keys: Array<string>) => {
    for (const key of await findUnreferenced(keys)) {
      await fileStore.remove(key)
      removed++
    }
  }
  let batch: Array<StoredObject> = []
  for await (const listed of fileStore.list(folder)) {
    if (listed.lastModified < before) batch.push(listed)
    if (batch.length < batchSize) continue
    await deleteKeys(batch.map(({ key }) => key))
    batch = []
  }
  if (batch.length > 0) await deleteKeys(batch.map(({ key }) => key))
  return removed
}

function difference(keys: Array<string>, referenced: Set<string>): Array<string> {
  return keys.filter((key) => !referenced.has(key))
}
