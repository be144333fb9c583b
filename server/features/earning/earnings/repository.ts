import { and, eq, sql } from 'drizzle-orm'
import type { MinorUnits } from '../../../../contract/money.ts'
import type { Db } from '../../../db/database.ts'
import { sumOf } from '../../../db/rows.ts'
import { creatorDailyRollups, creatorMonthlyRollups, purchases } from '../../../db/schema/index.ts'

/** Paid and not fully refunded purchases of all of a creator's items, including deleted ones. */
export function countSales(db: Db, creatorId: string): Promise<number> {
  return sumOf(db, creatorDailyRollups.saleCountDelta, eq(creatorDailyRollups.creatorId, creatorId))
}

/**
 * What buyers paid a creator and the tax in it, in minor units, before refunds and disputes. The monthly rollups
 * already exclude these, so they are added back from the few sales that have any.
 */
export async function sumGross(db: Db, creatorId: string): Promise<{ gross: MinorUnits; taxes: MinorUnits }> {
  const { refundedAmount, disputedAmount, taxRefundedAmount } = purchases
  const [remaining] = await db
    .select({
      gross: sql<string>`coalesce(sum(${creatorMonthlyRollups.grossAmount}), 0)`,
      taxes: sql<string>`coalesce(sum(${creatorMonthlyRollups.taxAmount}), 0)`,
    })
    .from(creatorMonthlyRollups)
    .where(eq(creatorMonthlyRollups.creatorId, creatorId))
  const [reversed] = await db
    .select({
      gross: sql<string>`coalesce(sum(${refundedAmount} + ${disputedAmount}), 0)`,
      taxes: sql<string>`coalesce(sum(${taxRefundedAmount}), 0)`,
    })
    .from(purchases)
    // As in the index purchases_reversed_idx.
    .where(and(eq(purchases.creatorId, creatorId), sql`(${refundedAmount} > 0 or ${disputedAmount} > 0)`))
  return {
    gross: Number(remaining?.gross ?? 0) + Number(reversed?.gross ?? 0),
    taxes: Number(remaining?.taxes ?? 0) + Number(reversed?.taxes ?? 0),
  }
}
