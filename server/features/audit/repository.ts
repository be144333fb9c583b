import { and, desc, ilike, lt, or } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { containsPattern } from '../../db/like-pattern.ts'
import { auditLog } from '../../db/schema/index.ts'

export type AuditEntryRow = typeof auditLog.$inferSelect

export async function insertAuditEntry(db: Db, entry: typeof auditLog.$inferInsert): Promise<void> {
  await db.insert(auditLog).values(entry)
}

/** Entries, newest first, whose actor, action or target contains the text. */
export async function selectMatchingAuditEntries(
  db: Db,
  { q, before, limit }: { q: string; before: number | undefined; limit: number },
): Promise<Array<AuditEntryRow>> {
  const part = containsPattern(q)
  return db
    .select()
    .from(auditLog)
    .where(
      and(
        before === undefined ? undefined : lt(auditLog.id, before),
        q
          ? or(ilike(auditLog.actorEmail, part), ilike(auditLog.action, part), ilike(auditLog.target, part))
          : undefined,
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(limit)
}
