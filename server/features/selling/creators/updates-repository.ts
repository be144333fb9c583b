import { and, asc, count, desc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/database.ts'
import { contentItems, followers, followerUpdateItems } from '../../../db/schema/index.ts'
import { selectContentByIds } from '../content/list-content.ts'
import { isPublished } from '../content/repository.ts'
import type { FollowerRow } from './repository.ts'

/** Adds an item to what followers are told next, unless they were told about it before. */
export async function addItemToUpdates(
  db: Db,
  { contentId, followerIds, now }: { contentId: number; followerIds: Array<number>; now: Date },
): Promise<void> {
  if (followerIds.length === 0) return
  await db.execute(sql`
    with added as (
      insert into ${followerUpdateItems} (follower_id, content_id)
      select id, ${contentId}::bigint from ${followers} where ${inArray(followers.id, followerIds)}
      on conflict do nothing
      returning follower_id
    )
    update ${followers} set next_update_at = coalesce(
      next_update_at,
      greatest(${now}::timestamptz, last_update_at + interval '24 hours')
    )
    from added where ${followers.id} = added.follower_id`)
}

/** The confirmed followers whose email is due, locked. Leaves out those that another process has locked. */
export function lockDueFollowers(tx: Tx, now: Date, limit: number): Promise<Array<FollowerRow>> {
  return tx
    .select()
    .from(followers)
    .where(lte(followers.nextUpdateAt, now))
    .orderBy(asc(followers.nextUpdateAt))
    .limit(limit)
    .for('update', { skipLocked: true })
}

/** Puts the items that wait for a follower into an email. */
export async function assignWaitingItems(tx: Tx, followerId: number, emailId: number): Promise<void> {
  await tx.update(followerUpdateItems).set({ emailId }).where(isWaitingFor(followerId))
}

export async function deleteWaitingItems(tx: Tx, followerId: number): Promise<void> {
  await tx.delete(followerUpdateItems).where(isWaitingFor(followerId))
}

export async function markUpdated(tx: Tx, followerIds: Array<number>, now: Date): Promise<void> {
  await tx
    .update(followers)
    .set({ nextUpdateAt: null, lastUpdateAt: now })
    .where(inArray(followers.id, followerIds))
}

/** The newest items of an email that are published now, and how many there are. */
export async function findItemsOfEmail(db: Db, emailId: number, limit: number) {
  const isListed = and(eq(followerUpdateItems.emailId, emailId), isPublished)
  const isOfEmail = eq(contentItems.id, followerUpdateItems.contentId)
  const newest = await db
    .select({ id: contentItems.id })
    .from(followerUpdateItems)
    .innerJoin(contentItems, isOfEmail)
    .where(isListed)
    .orderBy(desc(contentItems.createdAt), desc(contentItems.id))
    .limit(limit)
  const items = await selectContentByIds(
    db,
    newest.map(({ id }) => id),
  )
  const [total] = await db
    .select({ itemCount: count() })
    .from(followerUpdateItems)
    .innerJoin(contentItems, isOfEmail)
    .where(isListed)
  return { items, itemCount: total?.itemCount ?? 0 }
}

function isWaitingFor(followerId: number) {
  return and(eq(followerUpdateItems.followerId, followerId), isNull(followerUpdateItems.emailId))
}
