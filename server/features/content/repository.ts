import { and, desc, eq, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Supporter } from '../../../contract/content.ts'
import type { Db, Tx } from '../../db/database.ts'
import { checkouts, contents, contentTotals, files, purchases, users } from '../../db/schema/index.ts'

export type NewContent = typeof contents.$inferInsert
export type NewFile = typeof files.$inferInsert

const contentColumns = {
  content: contents,
  file: files,
  totals: contentTotals,
  creator: {
    firstName: users.firstName,
    email: users.email,
    plan: users.plan,
    suspendedAt: users.suspendedAt,
    handle: users.handle,
    photoKey: users.photoKey,
    accentColor: users.accentColor,
    logoKey: users.logoKey,
    hideBrand: users.hideBrand,
  },
}

/** An item with all that any screen says of it. */
export type ContentRow = NonNullable<Awaited<ReturnType<typeof findContentById>>>

function baseContentQuery(db: Db) {
  return db
    .select(contentColumns)
    .from(contents)
    .innerJoin(users, eq(users.id, contents.creatorId))
    .leftJoin(files, eq(files.id, contents.fileId))
    .leftJoin(contentTotals, eq(contentTotals.contentId, contents.id))
    .$dynamic()
}

/** Any item, also drafts and deleted ones: what the caller may see of it is the caller's to decide. */
export async function findContentById(db: Db, id: number) {
  const [row] = await baseContentQuery(db).where(eq(contents.id, id)).prepare('content_by_id').execute()
  return row
}

export async function selectContentOf(db: Db, creatorId: string): Promise<Array<ContentRow>> {
  return baseContentQuery(db)
    .where(and(eq(contents.creatorId, creatorId), isNull(contents.deletedAt)))
    .orderBy(desc(contents.createdAt), desc(contents.id))
}

/** Items by their ids, in no order. */
export async function contentsByIds(db: Db, ids: Array<number>): Promise<Array<ContentRow>> {
  return ids.length === 0 ? [] : baseContentQuery(db).where(inArray(contents.id, ids))
}

export async function insertFile(tx: Tx, file: NewFile): Promise<void> {
  await tx.insert(files).values(file)
}

export async function insertContent(tx: Tx, content: NewContent): Promise<void> {
  await tx.insert(contents).values(content)
}

/** Takes an item off sale; false when this creator has no such item. */
export async function softDeleteContent(
  db: Db,
  { id, creatorId, now }: { id: number; creatorId: string; now: Date },
) {
  const taken = await db
    .update(contents)
    .set({ deletedAt: now, updatedAt: now, version: sql`${contents.version} + 1` })
    .where(and(eq(contents.id, id), eq(contents.creatorId, creatorId), isNull(contents.deletedAt)))
    .returning({ id: contents.id })
  return taken.length > 0
}

/** Takes every item of a creator off sale. */
export async function unpublishAll(tx: Tx, creatorId: string, now: Date): Promise<void> {
  await tx
    .update(contents)
    .set({ deletedAt: now, updatedAt: now, version: sql`${contents.version} + 1` })
    .where(and(eq(contents.creatorId, creatorId), isNull(contents.deletedAt)))
}

/** Every kept page of a creator's items is made anew, once this commits: they look different now, or are not for sale. */
export async function invalidateTipPages(db: Db, creatorId: string): Promise<void> {
  await db.execute(sql`
    select pg_notify('content_changed', id::text) from contents
    where creator_id = ${creatorId} and deleted_at is null`)
}

/** How many items a creator has. */
export async function countContent(db: Db, creatorId: string): Promise<number> {
  return db.$count(contents, and(eq(contents.creatorId, creatorId), isNull(contents.deletedAt)))
}

/** Who paid, gave a name or a message and did not ask to stay private, newest first. Money that went back thanks nobody. */
export async function selectRecentSupporters(
  db: Db,
  contentId: number,
  limit: number,
): Promise<Array<Supporter>> {
  const { supporterName: name, supporterMessage: message, isSupporterPrivate } = checkouts
  const rows = await db
    .select({ name, message, paidAt: purchases.paidAt })
    .from(purchases)
    .innerJoin(checkouts, eq(checkouts.id, purchases.attemptId))
    .where(
      and(
        eq(purchases.contentId, contentId),
        eq(isSupporterPrivate, false),
        or(ne(name, ''), ne(message, '')),
        lt(sql`${purchases.refunded} + ${purchases.disputed}`, purchases.amount),
      ),
    )
    .orderBy(desc(purchases.paidAt), desc(purchases.id))
    .limit(limit)
  return rows.map((row) => ({ ...row, paidAt: row.paidAt.toISOString() }))
}
