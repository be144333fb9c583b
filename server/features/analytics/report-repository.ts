import { and, between, count, eq, gt, gte, inArray, lt, sql } from 'drizzle-orm'
import { addDays, type Day } from '../../../domain/dates.ts'
import type { Db } from '../../db/database.ts'
import { checkouts, contentDailyRollups, purchases } from '../../db/schema/index.ts'
import type { DateRange } from './repository.ts'

/** The narrowest difference between time zones, so that a bucket lies in one hour of every zone. */
const bucket = sql<string>`date_bin('15 minutes', ${purchases.paidAt}, timestamptz '2000-01-01 00:00:00Z')`

/** Sales of the range by quarter of an hour. */
export async function countSalesByQuarterHour(db: Db, creatorId: string, range: DateRange) {
  const rows = await db
    .select({ at: bucket, sales: count() })
    .from(purchases)
    .where(paidInRange(creatorId, range))
    .groupBy(sql`1`)
  return rows.map(({ at, sales }) => ({ at: new Date(at), sales }))
}

/** Sales of the range by the parameters of their links, with the creator's share of them less refunds. */
export async function sumSalesByLink(db: Db, creatorId: string, range: DateRange) {
  const { amount, platformFeeAmount, refundedAmount, disputedAmount, platformFeeRefundedAmount } = purchases
  const share = sql`${amount} - ${platformFeeAmount} - ${refundedAmount} - ${disputedAmount} + ${platformFeeRefundedAmount}`
  const rows = await db
    .select({
      utmParameters: checkouts.utmParameters,
      sales: count(),
      netEarnings: sql<string>`sum(${share})`,
    })
    .from(purchases)
    .innerJoin(checkouts, eq(checkouts.id, purchases.checkoutId))
    .where(paidInRange(creatorId, range))
    .groupBy(checkouts.utmParameters)
  return rows.map((row) => ({ ...row, netEarnings: Number(row.netEarnings) }))
}

/** The days with sales of these items. */
export async function findItemSalesByDay(db: Db, ids: Array<number>, { from, to }: DateRange) {
  const { contentId, day, purchaseCount } = contentDailyRollups
  return db
    .select({ id: contentId, day, sales: purchaseCount })
    .from(contentDailyRollups)
    .where(and(inArray(contentId, ids), between(day, from, to), gt(purchaseCount, 0)))
}

function paidInRange(creatorId: string, { from, to }: { from: Day; to: Day }) {
  return and(
    eq(purchases.creatorId, creatorId),
    gte(purchases.paidAt, new Date(from)),
    lt(purchases.paidAt, new Date(addDays(to, 1))),
  )
}
