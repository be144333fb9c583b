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

/** True for a month that has not begun. */
export function isFuture(period: Month, now: Date): boolean {
  return startOfMonth(period) > now
}

/** Sales from this time on are on hold, because they are newer than `holdDays` days. */
export function holdCutoff({ now, holdDays }: { now: Date; holdDays: number }): Date {
  return new Date(now.getTime() - holdDays * 24 * 3_600_000 + 1)
}

/** The cutoff of a month's payout run: the hold cutoff, or the end of the month if earlier. */
export function payoutCutoff(period: Month, at: { now: Date; holdDays: number }): Date {
  return new Date(Math.min(endOfMonth(period).getTime(), holdCutoff(at).getTime()))
}

/** Formats a month as `2026-03`. */
export function formatMonth({ year, month }: Month): string {
  return `${year}-${String(month).padStart(2, '0')}`
}

/** Parses a month in the form `2026-03`. */
export function parseMonth(month: string): Month {
  return { year: Number(month.slice(0, 4)), month: Number(month.slice(5)) }
}
