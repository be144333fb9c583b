import { sql } from 'drizzle-orm'
import type { MonthlyTrend } from '../../../contract/admin-monthly-payouts.ts'
import { formatMonth, type Month } from '../../../domain/month.ts'
import type { Db } from '../../db/database.ts'
import type { Ports } from '../../ports/index.ts'
import { toNumber } from './monthly-payouts.ts'
import { sumMonthsSince } from './monthly-payouts-repository.ts'

const monthCount = 12

/** Revenue, commission, sales, refunds and disputes of the last twelve UTC months, oldest first. */
export async function getMonthlyTrends({ db, clock, config: { currency } }: Ports) {
  const periods = lastMonths(clock.now())
  const [first = { year: 1970, month: 1 }] = periods
  const since = new Date(Date.UTC(first.year, first.month - 1, 1))
  const sums = await sumMonthsSince(db, formatMonth(first), currency)
  const refundedByMonth = await countByMonth(db, 'refunds', since)
  const disputedByMonth = await countByMonth(db, 'disputes', since)
  const number = toNumber(currency)
  const months = periods.map((period): MonthlyTrend => {
    const month = formatMonth(period)
    const { gross, fee, sales } = sums.get(month) ?? { gross: 0, fee: 0, sales: 0 }
    return {
      ...period,
      revenue: number(gross),
      commission: number(fee),
      sales,
      refundedPurchases: refundedByMonth.get(month) ?? 0,
      disputedPurchases: disputedByMonth.get(month) ?? 0,
    }
  })
  return { currency, months }
}

function lastMonths(now: Date): Array<Month> {
  return Array.from({ length: monthCount }, (_, index) => {
    const monthStart = new Date(
      Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (monthCount - 1 - index), 1),
    )
    return { year: monthStart.getUTCFullYear(), month: monthStart.getUTCMonth() + 1 }
  })
}

const countedTables = {
  refunds: sql`refunds where state = 'succeeded'`,
  // An inquiry is not a dispute yet.
  disputes: sql`disputes where state <> 'inquiry'`,
}

/** The number of purchases that were refunded or disputed in each month. */
async function countByMonth(
  db: Db,
  table: keyof typeof countedTables,
  since: Date,
): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ month: string; purchases: string }>(sql`
    select to_char(created_at at time zone 'UTC', 'YYYY-MM') as month, count(distinct purchase_id) as purchases
    from ${countedTables[table]} and created_at >= ${since}::timestamptz group by 1`)
  return new Map(rows.map(({ month, purchases }) => [month, Number(purchases)]))
}
