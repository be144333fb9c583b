import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Db } from '../../../db/database.ts'
import { findRow } from '../../../db/rows.ts'
import { knownBrowsers, signInCodes, users } from '../../../db/schema/index.ts'

export type SignInCodeRow = typeof signInCodes.$inferSelect
type CodeKey = { email: string; browserHash: string }

export async function upsertSignInCode(db: Db, row: typeof signInCodes.$inferInsert): Promise<void> {
  await db
    .insert(signInCodes)
    .values(row)
    .onConflictDoUpdate({
      target: [signInCodes.email, signInCodes.browserHash],
      set: { ...row, attemptCount: 0 },
    })
}

export function findSignInCode(db: Db, { email, browserHash }: CodeKey): Promise<SignInCodeRow | undefined> {
  return findRow(db, signInCodes, { email, browserHash })
}

export async function isCurrentCode(
  db: Db,
  { email, codeHashes, now }: { email: string; codeHashes: Array<string>; now: Date },
): Promise<boolean> {
  const rows = await db
    .select({ expiresAt: signInCodes.expiresAt })
    .from(signInCodes)
    .where(and(eq(signInCodes.email, email), inArray(signInCodes.codeHash, codeHashes)))
  return rows.some(({ expiresAt }) => expiresAt > now)
}

/**
 * Counts an attempt before the code is compared, so that parallel attempts cannot exceed the maximum. Undefined when
 * none is left.
 */
export async function incrementCodeAttempts(
  db: Db,
  { email, browserHash, maxAttempts }: CodeKey & { maxAttempts: number },
): Promise<SignInCodeRow | undefined> {
  const [row] = await db
    .update(signInCodes)
    .set({ attemptCount: sql`${signInCodes.attemptCount} + 1` })
    .where(
      and(
        eq(signInCodes.email, email),
        eq(signInCodes.browserHash, browserHash),
        lt(signInCodes.attemptCount, maxAttempts),
      ),
    )
    .returning()
  return row
}

export async function deleteSignInCodesBefore(db: Db, expiredBefore: Date): Promise<void> {
  await db.delete(signInCodes).where(lt(signInCodes.expiresAt, expiredBefore))
}

export async function isKnownBrowser(db: Db, { email, browserHash }: CodeKey): Promise<boolean> {
  const rows = await db
    .select({ userId: knownBrowsers.userId })
    .from(knownBrowsers)
    .innerJoin(users, eq(users.id, knownBrowsers.userId))
    .where(and(eq(users.email, email), eq(knownBrowsers.browserHash, browserHash)))
  return rows.length > 0
}

type SignIn = { userId: string; browserHash: string; now: Date }

/** Records a browser's sign-in. Returns whether it is the account's first one from this browser, and the first at all. */
export async function upsertKnownBrowser(db: Db, { userId, browserHash, now }: SignIn) {
  const known = await db
    .select({ browserHash: knownBrowsers.browserHash })
    .from(knownBrowsers)
    .where(eq(knownBrowsers.userId, userId))
  await db
    .insert(knownBrowsers)
    .values({ userId, browserHash, createdAt: now, lastSignedInAt: now })
    .onConflictDoUpdate({
      target: [knownBrowsers.userId, knownBrowsers.browserHash],
      set: { lastSignedInAt: now },
    })
  return {
    isNew: known.every((row) => row.browserHash !== browserHash),
    isFirst: known.length === 0,
  }
}
