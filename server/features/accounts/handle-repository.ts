import { and, eq, isNotNull, isNull, ne } from 'drizzle-orm'
import type { Db, Tx } from '../../db/database.ts'
import { followers, handleRedirects, users } from '../../db/schema/index.ts'

/** Whether someone else has the handle, or had it: a former handle stays reserved for its creator. */
export async function isHandleTaken(
  db: Db,
  { handle, exceptUserId }: { handle: string; exceptUserId: string },
): Promise<boolean> {
  const current = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.handle, handle), ne(users.id, exceptUserId)))
  const former = await db
    .select({ id: handleRedirects.userId })
    .from(handleRedirects)
    .where(and(eq(handleRedirects.handle, handle), ne(handleRedirects.userId, exceptUserId)))
  return current.length + former.length > 0
}

/** Records the current handle as a former one before it changes. A handle that its creator takes again is no longer former. */
export async function recordFormerHandle(
  tx: Tx,
  { userId, handle, now }: { userId: string; handle: string; now: Date },
): Promise<void> {
  const [current] = await tx.select({ handle: users.handle }).from(users).where(eq(users.id, userId))
  if (current?.handle && current.handle !== handle)
    await tx
      .insert(handleRedirects)
      .values({ handle: current.handle, userId, createdAt: now })
      .onConflictDoNothing()
  await tx
    .delete(handleRedirects)
    .where(and(eq(handleRedirects.handle, handle), eq(handleRedirects.userId, userId)))
}

export async function deleteFormerHandles(tx: Tx, userId: string): Promise<void> {
  await tx.delete(handleRedirects).where(eq(handleRedirects.userId, userId))
}

/** The number of confirmed followers who have not unsubscribed. */
export function countFollowers(db: Db, creatorId: string): Promise<number> {
  return db.$count(
    followers,
    and(
      eq(followers.creatorId, creatorId),
      isNotNull(followers.confirmedAt),
      isNull(followers.unsubscribedAt),
    ),
  )
}
