import { endOfMonth, formatMonth, nextMonth, parseMonth } from '../../../domain/month.ts'
import type { Ports } from '../../ports/index.ts'
import { extendCumulativeSales } from '../payouts/cumulative-sales-repository.ts'
import { findMonthRange, insertReport, sumMonth } from './monthly-payouts-repository.ts'

/** The delay after a month's end until it is closed, so that transactions from its last moments have committed. */
const closingDelayMs = 3_600_000

/**
 * Closes every past month, oldest first: its totals and a row for each creator are stored and never change. Safe in
 * concurrent processes. Returns the closed months. The creators' cumulative sales are extended to them.
 */
export async function closeMonthlyReports(ports: Ports): Promise<Array<string>> {
  const { db, clock, config } = ports
  const now = clock.now()
  const { first: firstMonth, lastClosed } = await findMonthRange(db)
  if (firstMonth === null) return []
  const closedMonths: Array<string> = []
  let last = lastClosed
  let period = lastClosed === null ? parseMonth(firstMonth) : nextMonth(parseMonth(lastClosed))
  while (endOfMonth(period).getTime() + closingDelayMs <= now.getTime()) {
    const month = formatMonth(period)
    const { currency } = config
    const isNew = await db.transaction(async (tx) =>
      insertReport(tx, { ...(await sumMonth(tx, month, currency)), month, currency, closedAt: now }),
    )
    if (isNew) closedMonths.push(month)
    last = month
    period = nextMonth(period)
  }
  if (last !== null) await extendCumulativeSales(db, last)
  return closedMonths
}
