import { and, asc, desc, eq, isNotNull, isNull, lt, ne, placeholder, sql } from 'drizzle-orm'
import { limits } from '../../../../contract/limits.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { preparedQuery } from '../../../db/prepared-query.ts'
import {
  emailChangeRequests,
  followers,
  handleRedirects,
  knownBrowsers,
  oauthAccounts,
  passkeys,
  sessions,
  users,
} from '../../../db/schema/index.ts'

export type UserRow = typeof users.$inferSelect

export async function findUserById(db: Db, id: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, id))
  return row
}

/** Updates any of the account's columns; undefined when it does not exist. */
export async function updateUser(db: Db, id: string, values: Partial<typeof users.$inferInsert>) {
  const [row] = await db.update(users).set(values).where(eq(users.id, id)).returning()
  return row
}

export async function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.email, email))
  return row
}

/**
 * Every transaction that changes a creator's balance takes this lock first, so that no two decide about the same
 * money.
 */
export async function lockCreator(tx: Tx, id: string): Promise<UserRow> {
  const [row] = await lockedCreator(tx, { id })
  if (!row) throw new Error(`Creator ${id} does not exist`)
  return row
}

const lockedCreator = preparedQuery('lock_creator', (db) =>
  db
    .select()
    .from(users)
    .where(eq(users.id, placeholder('id')))
    .for('no key update'),
)

export type SessionRow = typeof sessions.$inferSelect

/** A user's sessions, the last used ones first. */
export async function selectSessions(db: Db, userId: string): Promise<Array<SessionRow>> {
  return db
    .select()
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.updatedAt))
    .limit(limits.maxListed.sessions)
}

/** Ends a user's session; false when there is none. */
export async function deleteSession(db: Db, { userId, id }: { userId: string; id: string }) {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
    .returning({ id: sessions.id })
  return ended.length > 0
}

type Except = { except?: { sessionId: string; browserHash: string | undefined } }

/** Ends all sessions of a user and deletes their known browsers, except the given ones. */
export async function deleteSessions(db: Db, userId: string, { except }: Except = {}): Promise<void> {
  await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), except && ne(sessions.id, except.sessionId)))
  await db
    .delete(knownBrowsers)
    .where(
      and(
        eq(knownBrowsers.userId, userId),
        except?.browserHash === undefined ? undefined : ne(knownBrowsers.browserHash, except.browserHash),
      ),
    )
}

export async function hasPasskey(db: Db, userId: string): Promise<boolean> {
  const rows = await db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.userId, userId)).limit(1)
  return rows.length > 0
}

/** Records that a passkey created or confirmed a session. */
export async function confirmSession(db: Db, sessionId: string, now: Date): Promise<void> {
  await db.update(sessions).set({ passkeyConfirmedAt: now }).where(eq(sessions.id, sessionId))
}

export async function markSilent(db: Db, sessionId: string): Promise<void> {
  await db.update(sessions).set({ isSilent: true }).where(eq(sessions.id, sessionId))
}

export type PasskeyRow = typeof passkeys.$inferSelect

export async function selectPasskeys(db: Db, userId: string): Promise<Array<PasskeyRow>> {
  return db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.createdAt))
}

/** A passkey by the id of its credential, with its account's email. */
export async function findPasskey(db: Db, credentialId: string) {
  const [row] = await db
    .select({ passkey: passkeys, email: users.email })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(eq(passkeys.credentialID, credentialId))
  return row
}

type OwnedId = { id: string; userId: string }

export async function setPasskeyName(db: Db, { id, userId, name }: OwnedId & { name: string }) {
  const named = await db
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning({ id: passkeys.id })
  return named.length > 0
}

export async function deletePasskey(db: Db, { id, userId }: OwnedId): Promise<boolean> {
  const deleted = await db
    .delete(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
    .returning({ id: passkeys.id })
  return deleted.length > 0
}

export type EmailChangeRow = typeof emailChangeRequests.$inferSelect

/** A newer change replaces the pending one. */
export async function upsertEmailChange(db: Db, change: typeof emailChangeRequests.$inferInsert) {
  await db
    .insert(emailChangeRequests)
    .values(change)
    .onConflictDoUpdate({ target: emailChangeRequests.userId, set: { ...change, attemptCount: 0 } })
}

export async function findEmailChange(db: Db, userId: string): Promise<EmailChangeRow | undefined> {
  const [row] = await db.select().from(emailChangeRequests).where(eq(emailChangeRequests.userId, userId))
  return row
}

/** Counts an attempt before the codes are compared; undefined when there is no change or no attempt left. */
export async function incrementEmailChangeAttempts(
  db: Db,
  { userId, maxAttempts }: { userId: string; maxAttempts: number },
): Promise<EmailChangeRow | undefined> {
  const [row] = await db
    .update(emailChangeRequests)
    .set({ attemptCount: sql`${emailChangeRequests.attemptCount} + 1` })
    .where(and(eq(emailChangeRequests.userId, userId), lt(emailChangeRequests.attemptCount, maxAttempts)))
    .returning()
  return row
}

export async function deleteEmailChange(db: Db, userId: string): Promise<void> {
  await db.delete(emailChangeRequests).where(eq(emailChangeRequests.userId, userId))
}

/** Deletes the linked OpenID accounts. */
export async function deleteOAuthAccounts(db: Db, userId: string): Promise<void> {
  await db.delete(oauthAccounts).where(eq(oauthAccounts.userId, userId))
}

export async function deletePasskeys(db: Db, userId: string): Promise<void> {
  await db.delete(passkeys).where(eq(passkeys.userId, userId))
}

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
