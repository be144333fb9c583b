import { endOfMonth, formatMonth, nextMonth, parseMonth } from '../../../domain/month.ts'
import type { Ports } from '../../ports/index.ts'
import { findMonthRange, insertReport, sumMonth } from './monthly-payouts-repository.ts'

/** The delay after a month's end until it is closed, so that transactions from its last moments have committed. */
const closingDelayMs = 3_600_000

/**
 * Closes every past month, oldest first: its totals and a row for each creator are stored and never change. Safe in
 * concurrent processes. Returns the closed months.
 */
export async function closeMonthlyReports(ports: Ports): Promise<Array<string>> {
  const { db, clock, config } = ports
  const now = clock.now()
  const { first: firstMonth, lastClosed } = await findMonthRange(db)
  if (firstMonth === null) return []
  const closedMonths: Array<string> = []
  let period = lastClosed === null ? parseMonth(firstMonth) : nextMonth(parseMonth(lastClosed))
  while (endOfMonth(period).getTime() + closingDelayMs <= now.getTime()) {
    const month = formatMonth(period)
    const { currency } = config
    const isNew = await db.transaction(async (tx) =>
      insertReport(tx, { ...(await sumMonth(tx, month, currency)), month, currency, closedAt: now }),
    )
    if (isNew) closedMonths.push(month)
    period = nextMonth(period)
  }
  return closedMonths
}
