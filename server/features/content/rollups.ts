import { sql } from 'drizzle-orm'
import type { MinorUnits } from '../../../contract/money.ts'
import { utcDay } from '../../../domain/dates.ts'
import type { Tx } from '../../db/database.ts'
import { contentDailyRollups, contentRollups, creatorDailyRollups } from '../../db/schema/index.ts'

type RollupDelta = {
  contentId: number
  creatorId: string
  saleCount: number
  purchaseCount: number
  netAmount: MinorUnits
  now: Date
}

/**
 * Applies the deltas of a sale or refund to the totals of the item and the day; the order of
 * deltas does not matter.
 * Every writer locks the rows in this order: totals, items' days, creator's day.
 */
export async function updateRollups(tx: Tx, delta: RollupDelta): Promise<void> {
  const { contentId, creatorId, saleCount, purchaseCount, netAmount, now } = delta
  const day = utcDay(now)
  await tx
    .insert(contentRollups)
    .values({ contentId, creatorId, saleCount, purchaseCount, netAmount })
    .onConflictDoUpdate({
      target: contentRollups.contentId,
      set: {
        saleCount: sql`${contentRollups.saleCount} + excluded.sale_count`,
        purchaseCount: sql`${contentRollups.purchaseCount} + excluded.purchase_count`,
        netAmount: sql`${contentRollups.netAmount} + excluded.net_amount`,
      },
    })
    .prepare('add_to_content_rollups')
    .execute()
  await tx
    .insert(contentDailyRollups)
    .values({
      contentId,
      creatorId,
      day,
      purchaseCount,
      saleCountDelta: saleCount,
      netAmountDelta: netAmount,
    })
    .onConflictDoUpdate({
      target: [contentDailyRollups.contentId, contentDailyRollups.day],
      set: incrementColumns(contentDailyRollups),
    })
    .prepare('add_to_content_daily_rollups')
    .execute()
  await tx
    .insert(creatorDailyRollups)
    .values({ creatorId, day, purchaseCount, saleCountDelta: saleCount, netAmountDelta: netAmount })
    .onConflictDoUpdate({
      target: [creatorDailyRollups.creatorId, creatorDailyRollups.day],
      set: incrementColumns(creatorDailyRollups),
    })
    .prepare('add_to_creator_daily_rollups')
    .execute()
}

function incrementColumns(table: typeof contentDailyRollups | typeof creatorDailyRollups) {
  return {
    purchaseCount: sql`${table.purchaseCount} + excluded.purchase_count`,
    saleCountDelta: sql`${table.saleCountDelta} + excluded.sale_count_delta`,
    netAmountDelta: sql`${table.netAmountDelta} + excluded.net_amount_delta`,
  }
}
