import { and, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { limits } from '../../../../contract/limits.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { accessGrants, contentItems, contentReports, users } from '../../../db/schema/index.ts'

export type ContentRow = typeof contentItems.$inferSelect

const isOpen = eq(contentReports.state, 'open')
const hasReport = (state: 'open' | 'resolved') =>
  sql`exists (select 1 from ${contentReports} where ${contentReports.contentId} = ${contentItems.id}
    and ${contentReports.state} = ${state})`

/** Items with open reports, taken-down items, or items with resolved reports; newest report first. */
export async function selectReportedContent(
  db: Db,
  state: 'open' | 'taken_down' | 'resolved',
  limit: number,
) {
  const newest = sql`(select max(${contentReports.createdAt}) from ${contentReports}
    where ${contentReports.contentId} = ${contentItems.id})`
  const where = {
    open: hasReport('open'),
    taken_down: isNotNull(contentItems.takenDownAt),
    resolved: and(hasReport('resolved'), sql`not ${hasReport('open')}`, isNull(contentItems.takenDownAt)),
  }
  return baseReportQuery(db)
    .where(where[state])
    .orderBy(desc(sql`coalesce(${newest}, ${contentItems.takenDownAt})`), desc(contentItems.id))
    .limit(limit)
}

export async function findReportedContent(db: Db, id: number) {
  const [row] = await baseReportQuery(db).where(eq(contentItems.id, id))
  return row
}

export type ReportedContentRow = NonNullable<Awaited<ReturnType<typeof findReportedContent>>>

export async function selectReports(db: Db, contentIds: Array<number>) {
  if (contentIds.length === 0) return []
  return db
    .select()
    .from(contentReports)
    .where(inArray(contentReports.contentId, contentIds))
    .orderBy(desc(isOpen), desc(contentReports.createdAt))
    .limit(limits.maxListed.reports)
}

export async function countReportedContent(db: Db): Promise<{ openCount: number; takenDownCount: number }> {
  const [reports] = await db
    .select({ openCount: sql<number>`count(distinct ${contentReports.contentId})::int` })
    .from(contentReports)
    .where(isOpen)
  return {
    openCount: reports?.openCount ?? 0,
    takenDownCount: await db.$count(contentItems, isNotNull(contentItems.takenDownAt)),
  }
}

export async function lockContent(tx: Tx, id: number): Promise<ContentRow | undefined> {
  const [row] = await tx.select().from(contentItems).where(eq(contentItems.id, id)).for('update')
  return row
}

export async function resolveReports(tx: Tx, contentId: number, now: Date): Promise<number> {
  const resolved = await tx
    .update(contentReports)
    .set({ state: 'resolved', resolvedAt: now })
    .where(and(eq(contentReports.contentId, contentId), isOpen))
    .returning({ id: contentReports.id })
  return resolved.length
}

/** Revokes all active grants of an item; returns their number. */
export async function revokeAllAccess(
  tx: Tx,
  contentId: number,
  { now, reason }: { now: Date; reason: string },
): Promise<number> {
  const revoked = await tx
    .update(accessGrants)
    .set({ revokedAt: now, revocationReason: 'admin', revocationMessage: reason })
    .where(and(eq(accessGrants.contentId, contentId), isNull(accessGrants.revokedAt)))
    .returning({ id: accessGrants.purchaseId })
  return revoked.length
}

/** Restores the grants that `revokeAllAccess` revoked at that time; others stay revoked. */
export async function restoreAllAccess(tx: Tx, contentId: number, revokedAt: Date): Promise<number> {
  const restored = await tx
    .update(accessGrants)
    .set({ revokedAt: null, revocationReason: null, revocationMessage: '' })
    .where(
      and(
        eq(accessGrants.contentId, contentId),
        eq(accessGrants.revocationReason, 'admin'),
        eq(accessGrants.revokedAt, revokedAt),
      ),
    )
    .returning({ id: accessGrants.purchaseId })
  return restored.length
}

function baseReportQuery(db: Db) {
  return db
    .select({
      content: contentItems,
      creator: {
        id: users.id,
        name: users.firstName,
        email: users.email,
        suspendedAt: users.suspendedAt,
        deletedAt: users.deletedAt,
      },
      buyers: sql<number>`(select count(*)::int from ${accessGrants}
        where ${accessGrants.contentId} = ${contentItems.id} and ${accessGrants.revokedAt} is null)`,
    })
    .from(contentItems)
    .innerJoin(users, eq(users.id, contentItems.creatorId))
    .$dynamic()
}
