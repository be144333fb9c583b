import { endOf, type Period } from '../../../domain/report.ts'
import type { Ports } from '../../ports/index.ts'
import { monthOf, periodOf } from './months.ts'
import { insertReport, monthsKnown, sumsOfMonth } from './months-repository.ts'

/** Milliseconds after a month's end until it is closed: whatever was begun in it is booked by then. */
const settled = 3_600_000

/**
 * Closes every month that is over, the oldest first: its figures, and a line for each creator, are written down and never
 * change again. Two processes may do it at once. Returns the months it closed.
 */
export async function closeMonths(ports: Ports): Promise<Array<string>> {
  const { db, clock, config } = ports
  const now = clock.now()
  const { first, closed } = await monthsKnown(db)
  if (first === null) return []
  const done: Array<string> = []
  let period = closed === null ? periodOf(first) : after(periodOf(closed))
  while (endOf(period).getTime() + settled <= now.getTime()) {
    const month = monthOf(period)
    const { currency } = config
    const isNew = await db.transaction(async (tx) =>
      insertReport(tx, { ...(await sumsOfMonth(tx, month, currency)), month, currency, closedAt: now }),
    )
    if (isNew) done.push(month)
    period = after(period)
  }
  return done
}

function after({ year, month }: Period): Period {
  return month === 12 ? { year: year + 1, month: 1 } : { year, month: month + 1 }
}
