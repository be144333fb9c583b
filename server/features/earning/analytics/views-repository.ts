import { sql } from 'drizzle-orm'
import type { Day } from '../../../../domain/dates.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { findRow, insertIfNew } from '../../../db/rows.ts'
import {
  contentDailyRollups,
  contentRollups,
  creatorDailyRollups,
  dailyViewSources,
  dailyVisitors,
  visitorHashSalts,
} from '../../../db/schema/index.ts'

/** A view of an item by a visitor, who is identified only by a salted hash of the day. */
export type VisitorView = {
  day: Day
  contentId: number
  visitor: string
  source: string
  viewerId: string | undefined
}
type UniqueView = { day: Day; contentId: number; creatorId: string; source: string }

/** The salt of a day: random, and the same for every process. */
export async function findOrCreateSalt(db: Db, day: Day, newSalt: string): Promise<string> {
  await insertIfNew(db, visitorHashSalts, { day, salt: newSalt }, ['day'])
  const stored = await findRow(db, visitorHashSalts, { day })
  if (!stored) throw new Error(`No salt for ${day}`)
  return stored.salt
}

/**
 * Inserts the day's new visitors and returns their views. Skips items that are not for sale, and creators' views of
 * their own items.
 */
export async function insertUniqueVisitors(tx: Tx, visitorViews: Array<VisitorView>) {
  const { rows } = await tx.execute<{ n: string; creator_id: string }>(sql`
    with seen as (
      select * from unnest(
        ${arrayParam(visitorViews.map(({ day }) => day))}::date[], ${arrayParam(visitorViews.map(({ contentId }) => contentId))}::bigint[],
        ${arrayParam(visitorViews.map(({ visitor }) => visitor))}::text[], ${arrayParam(visitorViews.map(({ viewerId }) => viewerId ?? ''))}::text[]
      ) with ordinality as seen(day, content_id, visitor_hash, viewer_id, n)
    ), sold as (
      select distinct on (day, content_id, visitor_hash) seen.*, content_items.creator_id
      from seen join content_items on content_items.id = seen.content_id
      where content_items.status = 'published' and content_items.deleted_at is null and content_items.creator_id <> seen.viewer_id
      order by day, content_id, visitor_hash, n
    ), fresh as (
      insert into daily_visitors (day, content_id, visitor_hash) select day, content_id, visitor_hash from sold
      on conflict do nothing returning day, content_id, visitor_hash
    )
    select sold.n, sold.creator_id from sold join fresh using (day, content_id, visitor_hash)`)
  return rows.flatMap(({ n, creator_id: creatorId }) => {
    const view = visitorViews[Number(n) - 1]
    return view ? [{ day: view.day, contentId: view.contentId, source: view.source, creatorId }] : []
  })
}

/** An array as one parameter, as a PostgreSQL array literal. */
function arrayParam(values: Array<string | number>) {
  return sql.param(values)
}

/** Counts new visitors; rows are locked in the same order as by a sale (content/rollups.ts). */
export async function incrementViewCounts(tx: Tx, views: Array<UniqueView>): Promise<void> {
  if (views.length === 0) return
  const items = countByKey(views, ({ contentId, creatorId }) => ({ contentId, creatorId }))
  await tx
    .insert(contentRollups)
    .values(items.map((item) => ({ ...item, saleCount: 0, purchaseCount: 0, netAmount: 0 })))
    .onConflictDoUpdate({
      target: contentRollups.contentId,
      set: { viewCount: sql`${contentRollups.viewCount} + excluded.view_count` },
    })
  await tx
    .insert(contentDailyRollups)
    .values(countByKey(views, ({ contentId, day, creatorId }) => ({ contentId, day, creatorId })))
    .onConflictDoUpdate({
      target: [contentDailyRollups.contentId, contentDailyRollups.day],
      set: { viewCount: sql`${contentDailyRollups.viewCount} + excluded.view_count` },
    })
  await tx
    .insert(creatorDailyRollups)
    .values(countByKey(views, ({ creatorId, day }) => ({ creatorId, day })))
    .onConflictDoUpdate({
      target: [creatorDailyRollups.creatorId, creatorDailyRollups.day],
      set: { viewCount: sql`${creatorDailyRollups.viewCount} + excluded.view_count` },
    })
  await tx
    .insert(dailyViewSources)
    .values(countByKey(views, ({ contentId, day, source }) => ({ contentId, day, source })))
    .onConflictDoUpdate({
      target: [dailyViewSources.contentId, dailyViewSources.day, dailyViewSources.source],
      set: { viewCount: sql`${dailyViewSources.viewCount} + excluded.view_count` },
    })
}

/** Counts each key, in a stable order of keys. */
function countByKey<K extends Record<string, string | number>>(
  views: Array<UniqueView>,
  keyOf: (view: UniqueView) => K,
): Array<K & { viewCount: number }> {
  const counts = new Map<string, K & { viewCount: number }>()
  for (const view of views) {
    const key = keyOf(view)
    const sortKey = Object.values(key)
      .map((part) => String(part).padStart(16, '0'))
      .join(' ')
    counts.set(sortKey, { ...key, viewCount: (counts.get(sortKey)?.viewCount ?? 0) + 1 })
  }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

export async function deleteVisitorsBefore(db: Db, day: Day): Promise<void> {
  await db.delete(dailyVisitors).where(sql`${dailyVisitors.day} < ${day}`)
  await db.delete(visitorHashSalts).where(sql`${visitorHashSalts.day} < ${day}`)
}
