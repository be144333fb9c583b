import { dateLocale } from '../contract/site.ts'

const msPerDay = 24 * 3_600_000

/** A UTC day, `2026-03-01`. Days sort as strings. */
export type Day = string

/** The UTC day of a date. */
export function utcDay(moment: Date): Day {
  return moment.toISOString().slice(0, 10)
}

/** Adds days to a day; negative counts subtract. */
export function addDays(day: Day, days: number): Day {
  return utcDay(new Date(Date.parse(day) + days * msPerDay))
}

/** The number of days from the first to the last, both included; 0 when reversed. */
export function countUtcDays(from: Day, to: Day): number {
  return Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / msPerDay) + 1)
}

/** The longest list of days: a hundred years. */
const maxListedDays = 36_600

/** Every day from the first to the last, both included; empty when reversed. Throws for more than a hundred years. */
export function utcDaysInRange(from: Day, to: Day): Array<Day> {
  const count = countUtcDays(from, to)
  if (count > maxListedDays) throw new Error(`${count} days are too many to list`)
  return Array.from({ length: count }, (_, index) => addDays(from, index))
}

const msPerMinute = 60_000
/** No time zone is further from UTC. */
const maxOffsetMs = 16 * 3_600_000

/**
 * When a day begins in a time zone. A clock that is changed at midnight lets it begin an hour later; a day that a zone
 * has skipped begins with the next one. Throws RangeError for an unknown zone.
 */
export function startOfDayIn(day: Day, timeZone: string): Date {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  // The only language that writes a date as we do.
  const format = new Intl.DateTimeFormat('sv-SE', { ...parts, timeZone })
  const midnight = Date.parse(day)
  let before = midnight - maxOffsetMs
  let after = midnight + maxOffsetMs
  while (after - before > msPerMinute) {
    const between = before + Math.floor((after - before) / 2 / msPerMinute) * msPerMinute
    if (format.format(between) < day) before = between
    else after = between
  }
  return new Date(after)
}

/** The day of a moment in a time zone. Throws RangeError for an unknown zone. */
export function dayIn(moment: Date, timeZone: string): Day {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  return new Intl.DateTimeFormat('sv-SE', { ...parts, timeZone }).format(moment)
}

/** Made once, because that takes much longer than using them. */
const dateFormats = new Map<string, Intl.DateTimeFormat>()

/** Formats a date in UTC with the month as a word or three letters: `November 21, 2026`. */
export function formatLongDate(moment: Date, month: 'long' | 'short' = 'long'): string {
  const locale = dateLocale()
  const key = `${locale} ${month}`
  const format =
    dateFormats.get(key) ??
    new Intl.DateTimeFormat(locale, { day: 'numeric', month, year: 'numeric', timeZone: 'UTC' })
  dateFormats.set(key, format)
  return format.format(moment)
}

/** Formats a day for a sentence: `Dec 1`, with its year when it is not that of today. */
export function formatDayShortly(day: Day, today: Day): string {
  const isThisYear = day.slice(0, 4) === today.slice(0, 4)
  return new Intl.DateTimeFormat(dateLocale(), {
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
    timeZone: 'UTC',
  }).format(Date.parse(day))
}

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

/**
 * The last time of a daily schedule that is not after `now`: today's or yesterday's. Times are `HH:MM` in UTC. Undefined
 * for an empty schedule.
 */
export function latestScheduledTime(times: ReadonlyArray<string>, now: Date): Date | undefined {
  const past = timesOfToday(times, now).map((at) => (at <= now.getTime() ? at : at - msPerDay))
  return past.length === 0 ? undefined : new Date(Math.max(...past))
}

/** The first time of a daily schedule after `now`: today's or tomorrow's. Undefined for an empty schedule. */
export function nextScheduledTime(times: ReadonlyArray<string>, now: Date): Date | undefined {
  const future = timesOfToday(times, now).map((at) => (at > now.getTime() ? at : at + msPerDay))
  return future.length === 0 ? undefined : new Date(Math.min(...future))
}

function timesOfToday(times: ReadonlyArray<string>, now: Date): Array<number> {
  return times.map((time) => Date.parse(`${utcDay(now)}T${time}:00Z`))
}
