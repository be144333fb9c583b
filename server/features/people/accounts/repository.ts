import { and, asc, desc, eq, isNotNull, isNull, lt, ne, placeholder, sql } from 'drizzle-orm'
import { limits } from '../../../../contract/limits.ts'
import { isTimeZone } from '../../../../contract/schemas.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { preparedQuery } from '../../../db/prepared-query.ts'
import { deleteRows, findRow, updateRow } from '../../../db/rows.ts'
import {
  emailChangeRequests,
  followers,
  handleRedirects,
  knownBrowsers,
  passkeys,
  pushDevices,
  sessions,
  users,
} from '../../../db/schema/index.ts'

export type UserRow = typeof users.$inferSelect

export function findUserById(db: Db, id: string): Promise<UserRow | undefined> {
  return findRow(db, users, { id })
}

/** Updates any of the account's columns; undefined when it does not exist. */
export function updateUser(db: Db, id: string, values: Partial<typeof users.$inferInsert>) {
  return updateRow(db, users, { id }, values)
}

/**
 * Remembers the time zone of a creator's browser, by which emails and documents write times. One that is unknown or the
 * same is ignored.
 */
export async function keepTimeZone(
  db: Db,
  { id, timeZone: stored }: Pick<UserRow, 'id' | 'timeZone'>,
  timeZone: string | undefined,
): Promise<void> {
  if (timeZone === undefined || timeZone === stored || !isTimeZone(timeZone)) return
  await updateUser(db, id, { timeZone })
}

export function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return findRow(db, users, { email })
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

export async function selectSessions(db: Db, userId: string): Promise<Array<SessionRow>> {
  return db
    .select()
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.updatedAt))
    .limit(limits.maxListed.sessions)
}

type Except = { except?: { sessionId: string; browserHash: string | undefined } }

/** Ends one session. Its browser shows no notifications anymore. Returns whether there was one. */
export async function deleteSession(db: Db, key: { userId: string; id: string }): Promise<boolean> {
  await deleteRows(db, pushDevices, { userId: key.userId, sessionId: key.id })
  return (await deleteRows(db, sessions, key)).length > 0
}

/** A browser that signs in goes on showing the notifications of that account, and of no other. */
export async function keepPushDevices(
  db: Db,
  { userId, browserHash, sessionId }: { userId: string; browserHash: string; sessionId: string },
): Promise<void> {
  await db
    .delete(pushDevices)
    .where(and(eq(pushDevices.browserHash, browserHash), ne(pushDevices.userId, userId)))
  await db.update(pushDevices).set({ sessionId }).where(eq(pushDevices.browserHash, browserHash))
}

/** Ends all sessions of a user, and deletes their known browsers and those that show notifications, except the given ones. */
export async function deleteSessions(db: Db, userId: string, { except }: Except = {}): Promise<void> {
  await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), except && ne(sessions.id, except.sessionId)))
  await db
    .delete(pushDevices)
    .where(and(eq(pushDevices.userId, userId), except && ne(pushDevices.sessionId, except.sessionId)))
  await db
    .delete(knownBrowsers)
    .where(
      and(
        eq(knownBrowsers.userId, userId),
        except?.browserHash === undefined ? undefined : ne(knownBrowsers.browserHash, except.browserHash),
      ),
    )
}

/** Records that a passkey created or confirmed a session. */
export async function confirmSession(db: Db, sessionId: string, now: Date): Promise<void> {
  await updateRow(db, sessions, { id: sessionId }, { passkeyConfirmedAt: now })
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

export type EmailChangeRow = typeof emailChangeRequests.$inferSelect

/** A newer change replaces the pending one. */
export async function upsertEmailChange(db: Db, change: typeof emailChangeRequests.$inferInsert) {
  await db
    .insert(emailChangeRequests)
    .values(change)
    .onConflictDoUpdate({ target: emailChangeRequests.userId, set: { ...change, attemptCount: 0 } })
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
  await deleteRows(tx, handleRedirects, { handle, userId })
}

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
