import { and, eq, inArray, isNotNull, lte, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { checkouts } from '../../db/schema/index.ts'
import type { CheckoutRow } from './checkouts-repository.ts'

/** Open checkouts of deleted items are due at once, so that no one pays for them. All are checked for 90 days. */
const isContentDeleted = sql`exists (
  select from content_items where content_items.id = ${checkouts.contentId} and content_items.deleted_at is not null
)`

/** The time in which a buyer is likely to pay; the sweep does not back off until then. */
const activeCheckoutWindowMs = 15 * 60_000

/**
 * Claims due checkouts for the sweep and schedules their next check: soon while the buyer is likely to pay, so that a
 * payment without webhooks is found within the 120 seconds of product.md; then 2 minutes doubling to a day, for 90
 * days. A single statement, so that several processes share the work and a crash only delays it.
 */
export async function claimDueCheckouts(db: Db, now: Date, limit: number): Promise<Array<CheckoutRow>> {
  const due = db
    .select({ id: checkouts.id })
    .from(checkouts)
    // The first condition is that of the index of due checkouts: without it, each sweep would read all checkouts.
    .where(
      and(
        isNotNull(checkouts.nextCheckAt),
        or(lte(checkouts.nextCheckAt, now), and(eq(checkouts.state, 'open'), isContentDeleted)),
      ),
    )
    .orderBy(checkouts.nextCheckAt)
    .limit(limit)
    .for('update', { skipLocked: true })
  const isRecent = sql`${checkouts.createdAt} > ${new Date(now.getTime() - activeCheckoutWindowMs)}::timestamptz`
  const nextDelay = sql`case when ${isRecent} then interval '90 seconds'
    else least(interval '2 minutes' * power(2, greatest(${checkouts.checkCount} - 8, 0)), interval '1 day') end`
  return db
    .update(checkouts)
    .set({
      checkCount: sql`${checkouts.checkCount} + 1`,
      nextCheckAt: sql`case when ${checkouts.createdAt} > ${now}::timestamptz - interval '90 days' then ${now}::timestamptz + ${nextDelay} end`,
    })
    .where(inArray(checkouts.id, due))
    .returning()
}
