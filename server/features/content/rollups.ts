import { sql } from 'drizzle-orm'
import type { MinorUnits } from '../../../contract/money.ts'
import { utcDay } from '../../../domain/dates.ts'
import type { Tx } from '../../db/database.ts'
import { contentDays, contentTotals, creatorDays } from '../../db/schema/index.ts'

type RollupDelta = {
  contentId: number
  creatorId: string
  tips: number
  unlocks: number
  earned: MinorUnits
  now: Date
}

/**
 * Adds what a sale or a refund changed, to the item's totals and to the day's; deltas, so that the order of arrival does
 * not matter. Every writer takes these rows in this order: totals, the items' days, the creator's day.
 */
export async function updateRollups(tx: Tx, change: RollupDelta): Promise<void> {
  const { contentId, creatorId, tips, unlocks, earned, now } = change
  const day = utcDay(now)
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
    .onConflictDoUpdate({
      target: [contentDays.contentId, contentDays.day],
      set: incrementColumns(contentDays),
    })
    .prepare('add_to_content_days')
    .execute()
  await tx
    .insert(creatorDays)
    .values({ creatorId, day, sales: unlocks, tips, earned })
    .onConflictDoUpdate({
      target: [creatorDays.creatorId, creatorDays.day],
      set: incrementColumns(creatorDays),
    })
    .prepare('add_to_creator_days')
    .execute()
}

function incrementColumns(table: typeof contentDays | typeof creatorDays) {
  return {
    sales: sql`${table.sales} + excluded.sales`,
    tips: sql`${table.tips} + excluded.tips`,
    earned: sql`${table.earned} + excluded.earned`,
  }
}
