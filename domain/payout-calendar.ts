import type { Month } from './month.ts'

/** The hour of the day, in UTC, at which the payout calendar starts a run. The month before is closed by then. */
const runHour = 6

/** The first run of a payout calendar after a moment: at 6:00 UTC on that day (1 to 28) of a month. */
export function nextCalendarRun(dayOfMonth: number, after: Date): Date {
  const [year, month] = [after.getUTCFullYear(), after.getUTCMonth()]
  const run = new Date(Date.UTC(year, month, dayOfMonth, runHour))
  return run > after ? run : new Date(Date.UTC(year, month + 1, dayOfMonth, runHour))
}

/** The newest run of a payout calendar up to a moment. */
export function latestCalendarRun(dayOfMonth: number, now: Date): Date {
  const next = nextCalendarRun(dayOfMonth, now)
  return new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() - 1, dayOfMonth, runHour))
}

/** The month that a run of the calendar pays: the UTC month before it. */
export function monthPaidBy(run: Date): Month {
  const last = new Date(Date.UTC(run.getUTCFullYear(), run.getUTCMonth(), 0))
  return { year: last.getUTCFullYear(), month: last.getUTCMonth() + 1 }
}
