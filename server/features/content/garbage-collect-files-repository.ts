import { and, eq, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { accessGrants, contentItems, files, uploads } from '../../db/schema/index.ts'
import type { UploadRow } from './uploads-repository.ts'

/** Uploads without activity since then, after an id. Of those used by an item, only the row is to be deleted. */
export function selectStaleUploads(
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

/** The given keys that a file or upload references. */
export async function findReferencedFileKeys(db: Db, keys: Array<string>): Promise<Set<string>> {
  const stored = await db.select({ key: files.key }).from(files).where(inArray(files.key, keys))
  const uploading = await db.select({ key: uploads.key }).from(uploads).where(inArray(uploads.key, keys))
  return new Set([...stored, ...uploading].map(({ key }) => key))
}

/** The given preview keys whose item exists or was bought. */
export async function findReferencedPreviewKeys(db: Db, keys: Array<string>): Promise<Set<string>> {
  const wasBought = sql`exists (select 1 from ${accessGrants} where ${eq(accessGrants.contentId, contentItems.id)})`
  const referencedImages = await db
    .select({ key: contentItems.previewImageKey })
    .from(contentItems)
    .where(and(inArray(contentItems.previewImageKey, keys), or(isNull(contentItems.deletedAt), wasBought)))
  return new Set(referencedImages.flatMap(({ key }) => key ?? []))
}
