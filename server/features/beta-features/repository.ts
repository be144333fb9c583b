import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { users } from '../../db/schema/index.ts'

/** Pro creators who enabled the weekly summary and have no email for this week yet. */
export async function selectWeeklySummaryRecipients(db: Db, monday: string) {
  return db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(
      and(
        eq(users.plan, 'pro'),
        isNull(users.deletedAt),
        isNull(users.suspendedAt),
        sql`${users.enabledBetaFeatures} @> '["weekly-mail"]'::jsonb`,
        sql`not exists (select 1 from outbox_emails where kind = 'weekly_summary' and dedupe_key = 'week/' || ${users.id} || '/' || ${monday}::text)`,
      ),
    )
}
