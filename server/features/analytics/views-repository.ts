import { sql } from 'drizzle-orm'
import type { Day } from '../../../domain/dates.ts'
import type { Db, Tx } from '../../db/database.ts'
import {
  contentDays,
  contentTotals,
  creatorDays,
  viewMarks,
  viewSalts,
  viewSources,
} from '../../db/schema/index.ts'

/** Somebody before an item, known by nothing but a hash of the day. */
export type VisitorView = {
  day: Day
  contentId: number
  visitor: string
  source: string
  viewerId: string | undefined
}
type UniqueView = { day: Day; contentId: number; creatorId: string; source: string }

/** What this day's visitors are hashed with: random, the same for every process. */
export async function findOrCreateSalt(db: Db, day: Day, newSalt: string): Promise<string> {
  await db.insert(viewSalts).values({ day, salt: newSalt }).onConflictDoNothing()
  const { rows } = await db.execute<{ salt: string }>(sql`select salt from view_salts where day = ${day}`)
  const salt = rows[0]?.salt
  if (!salt) throw new Error(`There is no salt for ${day}`)
  return salt
}

/** Those who were not there today before, at an item that is for sale and not their own. */
export async function insertUniqueVisitors(tx: Tx, marks: Array<VisitorView>): Promise<Array<UniqueView>> {
  const { rows } = await tx.execute<{ n: string; creator_id: string }>(sql`
    with seen as (
      select * from unnest(
        ${arrayParam(marks.map(({ day }) => day))}::date[], ${arrayParam(marks.map(({ contentId }) => contentId))}::bigint[],
        ${arrayParam(marks.map(({ visitor }) => visitor))}::text[], ${arrayParam(marks.map(({ viewerId }) => viewerId ?? ''))}::text[]
      ) with ordinality as seen(day, content_id, visitor, viewer_id, n)
    ), sold as (
      select distinct on (day, content_id, visitor) seen.*, contents.creator_id
      from seen join contents on contents.id = seen.content_id
      where contents.status = 'published' and contents.deleted_at is null and contents.creator_id <> seen.viewer_id
      order by day, content_id, visitor, n
    ), fresh as (
      insert into view_marks (day, content_id, visitor) select day, content_id, visitor from sold
      on conflict do nothing returning day, content_id, visitor
    )
    select sold.n, sold.creator_id from sold join fresh using (day, content_id, visitor)`)
  return rows.flatMap(({ n, creator_id: creatorId }) => {
    const mark = marks[Number(n) - 1]
    return mark ? [{ day: mark.day, contentId: mark.contentId, source: mark.source, creatorId }] : []
  })
}

/** An array as one parameter, in PostgreSQL's own writing. */
function arrayParam(values: Array<string | number>) {
  return sql.param(values)
}

/** Adds new visitors; rows are taken in the order in which a sale takes them (content/totals.ts). */
export async function incrementViewCounts(tx: Tx, counted: Array<UniqueView>): Promise<void> {
  if (counted.length === 0) return
  const items = countByKey(counted, ({ contentId }) => ({ contentId }))
  await tx
    .insert(contentTotals)
    .values(items.map((item) => ({ ...item, tips: 0, unlocks: 0, earned: 0 })))
    .onConflictDoUpdate({
      target: contentTotals.contentId,
      set: { views: sql`${contentTotals.views} + excluded.views` },
    })
  await tx
    .insert(contentDays)
    .values(countByKey(counted, ({ contentId, day }) => ({ contentId, day })))
    .onConflictDoUpdate({
      target: [contentDays.contentId, contentDays.day],
      set: { views: sql`${contentDays.views} + excluded.views` },
    })
  await tx
    .insert(creatorDays)
    .values(countByKey(counted, ({ creatorId, day }) => ({ creatorId, day })))
    .onConflictDoUpdate({
      target: [creatorDays.creatorId, creatorDays.day],
      set: { views: sql`${creatorDays.views} + excluded.views` },
    })
  await tx
    .insert(viewSources)
    .values(countByKey(counted, ({ contentId, day, source }) => ({ contentId, day, source })))
    .onConflictDoUpdate({
      target: [viewSources.contentId, viewSources.day, viewSources.source],
      set: { views: sql`${viewSources.views} + excluded.views` },
    })
}

/** How often each key comes, in an order of the keys that is the same everywhere. */
function countByKey<K extends Record<string, string | number>>(
  counted: Array<UniqueView>,
  keyOf: (one: UniqueView) => K,
): Array<K & { views: number }> {
  const counts = new Map<string, K & { views: number }>()
  for (const one of counted) {
    const key = keyOf(one)
    const name = Object.values(key)
      .map((part) => String(part).padStart(16, '0'))
      .join(' ')
    counts.set(name, { ...key, views: (counts.get(name)?.views ?? 0) + 1 })
  }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
}

/** Forgets who was there on days before this one, and what would recognise them. */
export async function deleteVisitorsBefore(db: Db, day: Day): Promise<void> {
  await db.delete(viewMarks).where(sql`${viewMarks.day} < ${day}`)
  await db.delete(viewSalts).where(sql`${viewSalts.day} < ${day}`)
}
