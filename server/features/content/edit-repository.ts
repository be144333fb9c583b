import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/database.ts'
import { contents, files } from '../../db/schema/index.ts'
import { type ContentRow, findContentById } from './repository.ts'

type OwnedContentId = { id: number; creatorId: string }

/** A creator's item that is not deleted; undefined when they have none of this id. */
export async function findOwnContent(
  db: Db,
  { id, creatorId }: OwnedContentId,
): Promise<ContentRow | undefined> {
  const row = await findContentById(db, id)
  return row?.content.creatorId === creatorId && row.content.deletedAt === null ? row : undefined
}

/** The same, locked: two changes come one after the other. Held until the transaction ends. */
export async function lockContent(tx: Tx, own: OwnedContentId): Promise<ContentRow | undefined> {
  await tx.select({ id: contents.id }).from(contents).where(eq(contents.id, own.id)).for('update')
  return findOwnContent(tx, own)
}

export async function updateContentRow(
  tx: Tx,
  id: number,
  change: Partial<Omit<typeof contents.$inferInsert, 'id' | 'creatorId' | 'version'>>,
): Promise<void> {
  await tx
    .update(contents)
    .set({ ...change, version: sql`${contents.version} + 1` })
    .where(eq(contents.id, id))
}

/** Nothing leads to this file any more. */
export async function markFileUnreferenced(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.update(files).set({ retiredAt: now }).where(eq(files.id, id))
}

/**
 * Deleted items (`before`) that nobody has a right to: no grant is open or may be opened again, and no attempt may still
 * turn out to be paid.
 */
const unneeded = sql`before.deleted_at is not null
  and not exists (select from purchases join grants on grants.purchase_id = purchases.id
    where purchases.content_id = before.id and grants.revoked_for is distinct from 'refund')
  and not exists (select from attempts where attempts.content_id = before.id and attempts.next_check_at is not null)`

/** Clears the texts of unneeded items that were deleted before then. */
export async function clearUnneededTexts(db: Db, moment: Date): Promise<void> {
  await db.execute(sql`
    update contents set text_content = null from contents as before
    where contents.id = before.id and before.text_content is not null
      and before.deleted_at < ${moment.toISOString()}::timestamptz and ${unneeded}`)
}

/** Parts unneeded items from their files. */
export async function markFilesUnreferenced(db: Db, now: Date): Promise<void> {
  await db.execute(sql`
    with parted as (
      update contents set file_id = null from contents as before
      where contents.id = before.id and before.file_id is not null and ${unneeded}
      returning before.file_id
    )
    update files set retired_at = ${now.toISOString()}::timestamptz
    where id in (select file_id from parted)`)
}

/** Files that have been without an item since before then, the oldest first. */
export async function selectUnreferencedFiles(db: Db, moment: Date, limit: number) {
  return db
    .select({ id: files.id, key: files.key })
    .from(files)
    .leftJoin(contents, eq(contents.fileId, files.id))
    .where(and(lt(files.retiredAt, moment), isNull(contents.id)))
    .orderBy(files.retiredAt)
    .limit(limit)
}

export async function deleteFile(db: Db, id: number): Promise<void> {
  await db.delete(files).where(eq(files.id, id))
}
