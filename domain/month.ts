/** A month of UTC: `month` from 1 to 12. */
export type Month = { year: number; month: number }

/** The first moment after a UTC month. */
export function endOfMonth({ year, month }: Month): Date {
  return new Date(Date.UTC(year, month, 1))
}

/** The first moment of a UTC month. */
function startOfMonth({ year, month }: Month): Date {
  return new Date(Date.UTC(year, month - 1, 1))
}

/** True while it is still to come: nothing was earned in it. */
export function isFuture(period: Month, now: Date): boolean {
  return startOfMonth(period) > now
}

/** Sales from this moment on are too new to be paid out, because they are not yet `holdDays` days old. */
export function holdCutoff({ now, holdDays }: { now: Date; holdDays: number }): Date {
  return new Date(now.getTime() - holdDays * 24 * 3_600_000 + 1)
}

/** The same for a payout of a month: what was sold after it waits for the next. */
export function payoutCutoff(period: Month, at: { now: Date; holdDays: number }): Date {
  return new Date(Math.min(endOfMonth(period).getTime(), holdCutoff(at).getTime()))
}
