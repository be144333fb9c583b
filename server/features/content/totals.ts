import { sql } from 'drizzle-orm'
import type { Cents } from '../../../contract/money.ts'
import { dayOf } from '../../../domain/days.ts'
import type { Tx } from '../../db/database.ts'
import { contentDays, contentTotals, creatorDays } from '../../db/schema/index.ts'

type Change = {
  contentId: number
  creatorId: string
  tips: number
  unlocks: number
  earned: Cents
  now: Date
}

/**
 * Adds what a sale or a refund changed, to the item's totals and to the day's; deltas, so that the order of arrival does
 * not matter. Every writer takes these rows in this order: totals, the items' days, the creator's day.
 */
export async function addToTotals(tx: Tx, change: Change): Promise<void> {
  const { contentId, creatorId, tips, unlocks, earned, now } = change
  const day = dayOf(now)
  await tx
    .insert(contentTotals)
    .values({ contentId, tips, unlocks, earned })
    .onConflictDoUpdate({
      target: contentTotals.contentId,
      set: {
        tips: sql`${contentTotals.tips} + excluded.tips`,
        unlocks: sql`${contentTotals.unlocks} + excluded.unlocks`,
        earned: sql`${contentTotals.earned} + excluded.earned`,
      },
    })
    .prepare('add_to_content_totals')
    .execute()
  await tx
    .insert(contentDays)
    .values({ contentId, day, sales: unlocks, tips, earned })
    .onConflictDoUpdate({ target: [contentDays.contentId, contentDays.day], set: sums(contentDays) })
    .prepare('add_to_content_days')
    .execute()
  await tx
    .insert(creatorDays)
    .values({ creatorId, day, sales: unlocks, tips, earned })
    .onConflictDoUpdate({ target: [creatorDays.creatorId, creatorDays.day], set: sums(creatorDays) })
    .prepare('add_to_creator_days')
    .execute()
}

function sums(table: typeof contentDays | typeof creatorDays) {
  return {
    sales: sql`${table.sales} + excluded.sales`,
    tips: sql`${table.tips} + excluded.tips`,
    earned: sql`${table.earned} + excluded.earned`,
  }
}
