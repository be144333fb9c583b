import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/database.ts'
import { contentItems, files } from '../../db/schema/index.ts'
import { type ContentRow, findContentById } from './repository.ts'

type OwnedContentId = { id: number; creatorId: string }

/** A creator's item that is not deleted; undefined when there is none. */
export async function findOwnContent(
  db: Db,
  { id, creatorId }: OwnedContentId,
): Promise<ContentRow | undefined> {
  const row = await findContentById(db, id)
  return row?.content.creatorId === creatorId && row.content.deletedAt === null ? row : undefined
}

/** The same, locked until the transaction ends, so that edits run one after the other. */
export async function lockContent(tx: Tx, owned: OwnedContentId): Promise<ContentRow | undefined> {
  await tx
    .select({ id: contentItems.id })
    .from(contentItems)
    .where(eq(contentItems.id, owned.id))
    .for('update')
  return findOwnContent(tx, owned)
}

export async function updateContentRow(
  tx: Tx,
  id: number,
  change: Partial<Omit<typeof contentItems.$inferInsert, 'id' | 'creatorId' | 'version'>>,
): Promise<void> {
  await tx
    .update(contentItems)
    .set({ ...change, version: sql`${contentItems.version} + 1` })
    .where(eq(contentItems.id, id))
}

/** Marks a file as unreferenced. */
export async function markFileUnreferenced(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.update(files).set({ unreferencedSince: now }).where(eq(files.id, id))
}

/**
 * Deleted items (`before`) that no one can access: no grant is active or can be restored, and no open
 * checkout can still be paid.
 */
const isUnneeded = sql`before.deleted_at is not null
  and not exists (select from purchases join access_grants on access_grants.purchase_id = purchases.id
    where purchases.content_id = before.id and access_grants.revocation_reason is distinct from 'refund')
  and not exists (select from checkouts where checkouts.content_id = before.id and checkouts.next_check_at is not null)`

/** Clears the texts of unneeded items that were deleted before this time. */
export async function clearUnneededTexts(db: Db, before: Date): Promise<void> {
  await db.execute(sql`
    update content_items set text_content = null from content_items as before
    where content_items.id = before.id and before.text_content is not null
      and before.deleted_at < ${before.toISOString()}::timestamptz and ${isUnneeded}`)
}

/** Detaches files from unneeded items. */
export async function markFilesUnreferenced(db: Db, now: Date): Promise<void> {
  await db.execute(sql`
    with detached as (
      update content_items set file_id = null from content_items as before
      where content_items.id = before.id and before.file_id is not null and ${isUnneeded}
      returning before.file_id
    )
    update files set unreferenced_since = ${now.toISOString()}::timestamptz
    where id in (select file_id from detached)`)
}

/** Files unreferenced since before this time, oldest first. */
export async function selectUnreferencedFiles(
  db: Db,
  { before, after, limit }: { before: Date; after: number | undefined; limit: number },
) {
  const isNext = after === undefined ? undefined : gt(files.id, after)
  return db
    .select({ id: files.id, key: files.key })
    .from(files)
    .leftJoin(contentItems, eq(contentItems.fileId, files.id))
    .where(and(lt(files.unreferencedSince, before), isNull(contentItems.id), isNext))
    .orderBy(files.id)
    .limit(limit)
}

export async function deleteFile(db: Db, id: number): Promise<void> {
  await db.delete(files).where(eq(files.id, id))
}
