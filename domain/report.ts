/** A month of UTC: `month` from 1 to 12. */
export type Period = { year: number; month: number }

/** The first moment after a UTC month. */
export function endOf({ year, month }: Period): Date {
  return new Date(Date.UTC(year, month, 1))
}

/** The first moment of a UTC month. */
function startOf({ year, month }: Period): Date {
  return new Date(Date.UTC(year, month - 1, 1))
}

/** True while it is still to come: nothing was earned in it. */
export function isFuture(period: Period, now: Date): boolean {
  return startOf(period) > now
}

/** Sales from this moment on are too new to be paid out, because they are not yet `holdDays` days old. */
export function heldFrom({ now, holdDays }: { now: Date; holdDays: number }): Date {
  return new Date(now.getTime() - holdDays * 24 * 3_600_000 + 1)
}

/** The same for a payout of a month: what was sold after it waits for the next. */
export function cutoff(period: Period, at: { now: Date; holdDays: number }): Date {
  return new Date(Math.min(endOf(period).getTime(), heldFrom(at).getTime()))
}
