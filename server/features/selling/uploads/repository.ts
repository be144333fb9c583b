import { and, count, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/database.ts'
import { type files, uploads } from '../../../db/schema/index.ts'

export type UploadRow = typeof uploads.$inferSelect
export type NewFile = typeof files.$inferInsert

export async function countOpenUploads(db: Db, creatorId: string, since: Date): Promise<number> {
  const [row] = await db
    .select({ open: count() })
    .from(uploads)
    .where(
      and(eq(uploads.creatorId, creatorId), isNull(uploads.contentId), gt(uploads.lastActivityAt, since)),
    )
  return row?.open ?? 0
}

/** Increments the fencing token, so that other requests of this upload can save nothing, and extends its expiry. */
export async function acquireUpload(db: Db, id: string, now: Date): Promise<UploadRow | undefined> {
  const [row] = await db
    .update(uploads)
    .set({ fencingToken: sql`${uploads.fencingToken} + 1`, lastActivityAt: now })
    .where(eq(uploads.id, id))
    .returning()
  return row
}

/** Locks an upload for this transaction; false when an item uses it already. */
export async function lockUnattachedUpload(tx: Tx, id: string): Promise<boolean> {
  const unattached = await tx
    .select({ id: uploads.id })
    .from(uploads)
    .where(and(eq(uploads.id, id), isNull(uploads.contentId)))
    .for('update')
  return unattached.length > 0
}

/** Attaches an upload to an item; false when another item uses it already. */
export async function attachUploadToContent(tx: Tx, id: string, contentId: number): Promise<boolean> {
  const attached = await tx
    .update(uploads)
    .set({ contentId })
    .where(and(eq(uploads.id, id), isNull(uploads.contentId)))
    .returning({ id: uploads.id })
  return attached.length > 0
}

export async function deleteUpload(db: Db, id: string): Promise<void> {
  await db.delete(uploads).where(eq(uploads.id, id))
}
