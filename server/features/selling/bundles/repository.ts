import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/database.ts'
import { containsPattern } from '../../../db/rows.ts'
import { contentItems } from '../../../db/schema/index.ts'
import { isPublished } from '../content/repository.ts'

const canBeAdded = (creatorId: string) =>
  and(eq(contentItems.creatorId, creatorId), eq(contentItems.isBundle, false), isPublished)

/** A creator's published items that are no bundles, newest first, and how many there are. */
export async function selectChoices(
  db: Db,
  { creatorId, q, limit }: { creatorId: string; q: string; limit: number },
): Promise<{ ids: Array<number>; total: number }> {
  const matches = q === '' ? undefined : sql`lower(${contentItems.title}) like lower(${containsPattern(q)})`
  const rows = await db
    .select({ id: contentItems.id })
    .from(contentItems)
    .where(and(canBeAdded(creatorId), matches))
    .orderBy(desc(contentItems.createdAt), desc(contentItems.id))
    .limit(limit)
  return { ids: rows.map(({ id }) => id), total: await db.$count(contentItems, canBeAdded(creatorId)) }
}

/** Locks items until the transaction ends, in the order of their ids, so that none is deleted while it is added. */
export async function lockItems(tx: Tx, ids: ReadonlyArray<number>): Promise<void> {
  for (const id of [...ids].sort((one, other) => one - other))
    await tx.select({ id: contentItems.id }).from(contentItems).where(eq(contentItems.id, id)).for('update')
}

/** Writes the items of a bundle in their order. What is no longer among them keeps its row, for earlier buyers. */
export async function writeItems(
  tx: Tx,
  { bundleId, ids, now }: { bundleId: number; ids: ReadonlyArray<number>; now: Date },
): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`
  const listed = sql`unnest(${sql.param(ids)}::bigint[]) with ordinality as listed(content_id, position)`
  await tx.execute(sql`
    update bundle_items set removed_at = ${at}, position = null
    where bundle_id = ${bundleId} and removed_at is null and content_id <> all(${sql.param(ids)}::bigint[])`)
  await tx.execute(sql`
    insert into bundle_items (bundle_id, content_id, position, added_at)
    select ${bundleId}, listed.content_id, listed.position, ${at} from ${listed}
    on conflict (bundle_id, content_id) do update set position = excluded.position, removed_at = null`)
}
