import { and, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { limits } from '../../../../contract/limits.ts'
import type { Db } from '../../../db/database.ts'
import { forEachRow, rowsByKey } from '../../../db/pages-by-key.ts'
import { accessGrants, contentItems, files, uploads } from '../../../db/schema/index.ts'
import type { StoredObject } from '../../../ports/file-store.ts'
import type { Ports } from '../../../ports/index.ts'
import { documentFolder, findReferencedDocumentKeys } from '../../money/documents/files.ts'
import { findReferencedProfileImages } from '../../people/accounts/shown-person.ts'
import { isStoreDown } from '../../site/storage/store-sentinel.ts'
import type { UploadRow } from '../uploads/repository.ts'
import { removeUpload } from '../uploads/uploads.ts'
import { previewKeyOf, sourceKeyOf, thumbnailFolder } from './preview-image.ts'
import { findReferencedTeaserKeys } from './teaser-repository.ts'

/** A file is stored before its row is inserted, so a younger file without a row is not garbage yet. */
const orphanGraceMs = 2 * 24 * 3_600_000
/** Share images are rendered on request, so old ones are deleted, replaced or not. */
const shareImageTtlMs = 30 * 24 * 3_600_000
/** Pictures of tickets are seldom asked for again. */
const ticketTtlMs = 24 * 3_600_000
const batchSize = 500

export type CleanupCounts = {
  uploads: number
  files: number
  previews: number
  teasers: number
  photos: number
  logos: number
  cards: number
  tickets: number
  thumbnails: number
  documents: number
  parts: number
}

/**
 * Removes unreferenced data: abandoned uploads, stored files and images without a row, old share images, and
 * leftovers of crashed writes. Idempotent, and safe beside running uploads.
 */
export async function collectGarbage(ports: Ports): Promise<CleanupCounts> {
  const { db, fileStore, clock, settings } = ports
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
    photos: await deleteUnreferenced(ports, 'photos/', {
      before: ago(orphanGraceMs),
      findUnreferenced: async (keys) =>
        difference(keys, await findReferencedProfileImages(db, 'photoKey', keys)),
    }),
    logos: await deleteUnreferenced(ports, 'logos/', {
      before: ago(orphanGraceMs),
      findUnreferenced: async (keys) => {
        const referenced = await findReferencedProfileImages(db, 'logoKey', keys)
        // The site’s own logo was stored here, too.
        return difference(keys, referenced.add(settings.current().logoKey ?? ''))
      },
    }),
    cards: await deleteUnreferenced(ports, 'cards/', {
      before: ago(shareImageTtlMs),
      findUnreferenced: async (keys) => keys,
    }),
    tickets: await deleteUnreferenced(ports, 'tickets/', {
      before: ago(ticketTtlMs),
      findUnreferenced: async (keys) => keys,
    }),
    thumbnails: await deleteUnreferenced(ports, thumbnailFolder, {
      before: ago(orphanGraceMs),
      findUnreferenced: async (keys) => {
        const referenced = await findReferencedFileKeys(db, keys.map(sourceKeyOf))
        return keys.filter((key) => !referenced.has(sourceKeyOf(key)))
      },
    }),
    // Of a process that ended between the file and its row. Nothing else in this folder is ever removed.
    documents: await deleteUnreferenced(ports, documentFolder, {
      before: ago(orphanGraceMs),
      findUnreferenced: async (keys) => difference(keys, await findReferencedDocumentKeys(db, keys)),
    }),
    parts: await fileStore.abortStaleUploads(ago(limits.uploadTtlMs + orphanGraceMs)),
  }
}

async function removeOldUploads(ports: Ports, inactiveSince: Date): Promise<number> {
  let removed = 0
  const stale = rowsByKey(
    (after: string | undefined, limit) => selectStaleUploads(ports.db, { inactiveSince, after, limit }),
    { keyOf: ({ id }) => id, pageSize: batchSize },
  )
  const remove = async (row: UploadRow) => {
    await removeUpload(ports, row)
    removed++
  }
  await forEachRow(stale, remove, {
    log: ports.log,
    message: 'an abandoned upload could not be removed, will retry tomorrow',
    describe: ({ id }) => ({ uploadId: id }),
    endsRound: () => isStoreDown(ports.fileStore),
  })
  return removed
}

type SweepOptions = { before: Date; findUnreferenced: (keys: Array<string>) => Promise<Array<string>> }

async function deleteUnreferenced(
  { fileStore, log }: Ports,
  folder: string,
  { before, findUnreferenced }: SweepOptions,
): Promise<number> {
  let removed = 0
  const deleteKeys = async (keys: Array<string>) => {
    const unreferenced = await findUnreferenced(keys)
    const failed = await forEachRow(unreferenced, (key) => fileStore.remove(key), {
      log,
      message: 'a stored object could not be removed, will retry tomorrow',
      describe: (key) => ({ key }),
      endsRound: () => isStoreDown(fileStore),
    })
    removed += unreferenced.length - failed.length
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

/** Uploads without activity since then, after an id. Of those used by an item, only the row is to be deleted. */
function selectStaleUploads(
  db: Db,
  { inactiveSince, after, limit }: { inactiveSince: Date; after: string | undefined; limit: number },
): Promise<Array<UploadRow>> {
  const isNext = after === undefined ? undefined : gt(uploads.id, after)
  return db
    .select()
    .from(uploads)
    .where(and(lt(uploads.lastActivityAt, inactiveSince), isNext))
    .orderBy(uploads.id)
    .limit(limit)
}

async function findReferencedFileKeys(db: Db, keys: Array<string>): Promise<Set<string>> {
  const stored = await db.select({ key: files.key }).from(files).where(inArray(files.key, keys))
  const uploading = await db.select({ key: uploads.key }).from(uploads).where(inArray(uploads.key, keys))
  return new Set([...stored, ...uploading].map(({ key }) => key))
}

/** The given preview keys whose item exists or was bought. */
async function findReferencedPreviewKeys(db: Db, keys: Array<string>): Promise<Set<string>> {
  const wasBought = sql`(exists (select 1 from ${accessGrants} where ${eq(accessGrants.contentId, contentItems.id)})
    or exists (select 1 from bundle_items bundled join access_grants g on g.content_id = bundled.bundle_id
      where bundled.content_id = ${contentItems.id}))`
  const referencedImages = await db
    .select({ key: contentItems.previewImageKey })
    .from(contentItems)
    .where(and(inArray(contentItems.previewImageKey, keys), or(isNull(contentItems.deletedAt), wasBought)))
  return new Set(referencedImages.flatMap(({ key }) => key ?? []))
}

export async function cleanFileStore(ports: Ports): Promise<void> {
  const cleaned = await collectGarbage(ports)
  if (Object.values(cleaned).some((count) => count > 0)) ports.log.info(cleaned, 'removed unreferenced files')
}
