import { and, desc, eq, ne } from 'drizzle-orm'
import type { Db, Tx } from '../../db/database.ts'
import { sessions, users } from '../../db/schema/index.ts'

export type UserRow = typeof users.$inferSelect

export async function userById(db: Db, id: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, id))
  return row
}

export async function setFirstName(
  db: Db,
  id: string,
  firstName: string,
  now: Date,
): Promise<UserRow | undefined> {
  const [row] = await db
    .update(users)
    .set({ firstName, name: firstName, updatedAt: now })
    .where(eq(users.id, id))
    .returning()
  return row
}

/** Every transaction that moves a creator's balance holds this lock first, so that two cannot decide on the same money. */
export async function lockCreator(tx: Tx, id: string): Promise<UserRow> {
  const [row] = await tx.select().from(users).where(eq(users.id, id)).for('no key update')
  if (!row) throw new Error(`Creator ${id} is gone`)
  return row
}

export type SessionRow = typeof sessions.$inferSelect

export async function sessionsOf(db: Db, userId: string): Promise<Array<SessionRow>> {
  return db.select().from(sessions).where(eq(sessions.userId, userId)).orderBy(desc(sessions.updatedAt))
}

/** Ends one session of a person; false when they have no such session. */
export async function endSession(db: Db, { userId, id }: { userId: string; id: string }): Promise<boolean> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
    .returning({ id: sessions.id })
  return ended.length > 0
}

/** Ends every session of a person, or every one but the one that is named. */
export async function endSessions(
  db: Db,
  userId: string,
  { except }: { except?: string } = {},
): Promise<void> {
  await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), except === undefined ? undefined : ne(sessions.id, except)))
}
