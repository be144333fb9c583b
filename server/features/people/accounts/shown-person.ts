import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Db } from '../../../db/database.ts'
import { users } from '../../../db/schema/index.ts'

/** `isPersonShown` (domain/access.ts) for queries of accounts. */
export const isShownPerson = and(isNull(users.suspendedAt), isNull(users.deletedAt))

export type ProfileImageColumn = 'photoKey' | 'logoKey'

/** The account that has this image now; undefined when there is none, or it may not be shown. */
export async function findShownOwner(
  db: Db,
  column: ProfileImageColumn,
  key: string,
): Promise<{ handle: string | null } | undefined> {
  const [row] = await db
    .select({ handle: users.handle })
    .from(users)
    .where(and(eq(users[column], key), isShownPerson))
  return row
}

/** The given keys that an account has as its photo or logo. */
export async function findReferencedProfileImages(
  db: Db,
  column: ProfileImageColumn,
  keys: Array<string>,
): Promise<Set<string>> {
  const rows = await db.select({ key: users[column] }).from(users).where(inArray(users[column], keys))
  return new Set(rows.flatMap(({ key }) => key ?? []))
}

/** The tag by which a CDN removes what it has kept of a creator; none without a handle. */
export function creatorTag({ handle }: { handle: string | null }): Array<string> {
  return handle === null ? [] : [`creator/${handle}`]
}
