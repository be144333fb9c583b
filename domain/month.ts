/** A month of UTC: `month` from 1 to 12. */
export type Month = { year: number; month: number }

/** The exclusive end of a UTC month. */
export function endOfMonth({ year, month }: Month): Date {
  return new Date(Date.UTC(year, month, 1))
}

/** The start of a UTC month. */
function startOfMonth({ year, month }: Month): Date {
  return new Date(Date.UTC(year, month - 1, 1))
}

export function nextMonth({ year, month }: Month): Month {
  return month === 12 ? { year: year + 1, month: 1 } : { year, month: month + 1 }
}

/** True for a month that has not begun. */
export function isFuture(period: Month, now: Date): boolean {
  return startOfMonth(period) > now
}

/** The cutoff of a month's payout run: that of sales on hold, or the end of the month if earlier. */
export function payoutCutoff(period: Month, holdCutoff: Date): Date {
  return new Date(Math.min(endOfMonth(period).getTime(), holdCutoff.getTime()))
}

/** Formats a month as `2026-03`. */
export function formatMonth({ year, month }: Month): string {
  return `${year}-${String(month).padStart(2, '0')}`
}

/** Parses a month in the form `2026-03`. */
export function parseMonth(month: string): Month {
  return { year: Number(month.slice(0, 4)), month: Number(month.slice(5)) }
}
