import { and, asc, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/database.ts'
import { followers, handleRedirects, users } from '../../../db/schema/index.ts'
import { isShownPerson } from '../../people/accounts/shown-person.ts'

export type CreatorRow = typeof users.$inferSelect
export type FollowerRow = typeof followers.$inferSelect

/** The creator of a handle, or of a former one. Suspended creators have no page. */
export async function findCreatorByHandle(db: Db, handle: string): Promise<CreatorRow | undefined> {
  const [current] = await db
    .select()
    .from(users)
    .where(and(eq(users.handle, handle), isShownPerson))
  if (current) return current
  const [former] = await db
    .select({ user: users })
    .from(handleRedirects)
    .innerJoin(users, eq(users.id, handleRedirects.userId))
    .where(and(eq(handleRedirects.handle, handle), isShownPerson))
  return former?.user
}

/** Returns the follower's row, inserted if the address is new to this creator. */
export async function upsertFollower(tx: Tx, follower: { creatorId: string; email: string; now: Date }) {
  const { creatorId, email, now } = follower
  await tx.insert(followers).values({ creatorId, email, createdAt: now }).onConflictDoNothing()
  const [row] = await tx
    .select()
    .from(followers)
    .where(and(eq(followers.creatorId, creatorId), eq(followers.email, email)))
    .for('update')
  if (!row) throw new Error('The follower was not inserted')
  return row
}

export async function findFollower(db: Db, id: number) {
  const [row] = await db
    .select({ follower: followers, creator: users })
    .from(followers)
    .innerJoin(users, eq(users.id, followers.creatorId))
    .where(eq(followers.id, id))
  return row
}

/** Confirmed followers after an id, in the order of their ids. */
export async function selectConfirmedFollowers(
  db: Db,
  { creatorId, afterId, limit }: { creatorId: string; afterId: number; limit: number },
): Promise<Array<FollowerRow>> {
  return db
    .select()
    .from(followers)
    .where(
      and(
        eq(followers.creatorId, creatorId),
        gt(followers.id, afterId),
        isNotNull(followers.confirmedAt),
        isNull(followers.unsubscribedAt),
      ),
    )
    .orderBy(asc(followers.id))
    .limit(limit)
}
