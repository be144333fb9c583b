import { and, count, desc, eq, gt, max } from 'drizzle-orm'
import type { ContentVersion } from '../../../../contract/item-updates.ts'
import { limits } from '../../../../contract/limits.ts'
import type { Db } from '../../../db/database.ts'
import { contentVersions } from '../../../db/schema/index.ts'

export type VersionRow = typeof contentVersions.$inferSelect

/** The newest notes on an item, newest first. */
async function selectVersions(db: Db, contentId: number): Promise<Array<VersionRow>> {
  return db
    .select()
    .from(contentVersions)
    .where(eq(contentVersions.contentId, contentId))
    .orderBy(desc(contentVersions.id))
    .limit(limits.maxListed.contentVersions)
}

export async function findNewestVersion(db: Db, contentId: number): Promise<VersionRow | undefined> {
  const [row] = await db
    .select()
    .from(contentVersions)
    .where(eq(contentVersions.contentId, contentId))
    .orderBy(desc(contentVersions.id))
    .limit(1)
  return row
}

export async function countVersionsSince(db: Db, contentId: number, since: Date): Promise<number> {
  const [row] = await db
    .select({ added: count() })
    .from(contentVersions)
    .where(and(eq(contentVersions.contentId, contentId), gt(contentVersions.createdAt, since)))
  return row?.added ?? 0
}

/** When the buyers of an item were last emailed about it. */
export async function findLastEmailedAt(db: Db, contentId: number): Promise<Date | null> {
  const [row] = await db
    .select({ last: max(contentVersions.emailedAt) })
    .from(contentVersions)
    .where(eq(contentVersions.contentId, contentId))
  return row?.last ?? null
}

export function presentVersion({ number, notes, createdAt }: VersionRow): ContentVersion {
  return { number, notes, createdAt: createdAt.toISOString() }
}

/** The newest notes on an item for its buyers, newest first. */
export async function presentVersions(db: Db, contentId: number): Promise<Array<ContentVersion>> {
  return (await selectVersions(db, contentId)).map(presentVersion)
}
