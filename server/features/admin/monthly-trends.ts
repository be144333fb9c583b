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
  const refunded = await countByMonth(db, 'refunds', since)
  const disputed = await countByMonth(db, 'disputes', since)
  const number = toNumber(currency)
  const months = periods.map((period): MonthlyTrend => {
    const month = formatMonth(period)
    const { gross, fee, sales } = sums.get(month) ?? { gross: 0, fee: 0, sales: 0 }
    return {
      ...period,
      revenue: number(gross),
      commission: number(fee),
      sales,
      refundedPurchases: refunded.get(month) ?? 0,
      disputedPurchases: disputed.get(month) ?? 0,
    }
  })
  return { currency, months }
}

function lastMonths(now: Date): Array<Month> {
  return Array.from({ length: monthCount }, (_, index) => {
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (monthCount - 1 - index), 1))
    return { year: first.getUTCFullYear(), month: first.getUTCMonth() + 1 }
  })
}

const counted = {
  refunds: sql`refunds where state = 'succeeded'`,
  // An inquiry is no dispute yet.
  disputes: sql`disputes where state <> 'inquiry'`,
}

/** Purchases with a refund or a dispute made in each month. */
async function countByMonth(db: Db, what: keyof typeof counted, since: Date): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ month: string; purchases: string }>(sql`
    select to_char(created_at at time zone 'UTC', 'YYYY-MM') as month, count(distinct purchase_id) as purchases
    from ${counted[what]} and created_at >= ${since}::timestamptz group by 1`)
  return new Map(rows.map(({ month, purchases }) => [month, Number(purchases)]))
}
