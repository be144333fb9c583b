import { desc, eq, sql } from 'drizzle-orm'
import type { LegalPageName } from '../../../contract/legal-page-names.ts'
import type { Db, Tx } from '../../db/database.ts'
import { legalPageVersions } from '../../db/schema/index.ts'

export type VersionRow = typeof legalPageVersions.$inferSelect

/** Published versions of a page, newest first. */
export function selectVersions(db: Db, page: LegalPageName, limit: number): Promise<Array<VersionRow>> {
  return db
    .select()
    .from(legalPageVersions)
    .where(eq(legalPageVersions.page, page))
    .orderBy(desc(legalPageVersions.id))
    .limit(limit)
}

/** Versions are published one after the other. */
export async function lockVersions(tx: Tx): Promise<void> {
  await tx.execute(sql`lock table ${legalPageVersions} in share row exclusive mode`)
}

export async function insertVersion(tx: Tx, row: typeof legalPageVersions.$inferInsert): Promise<void> {
  await tx.insert(legalPageVersions).values(row)
}
