import { site } from '../contract/site.ts'

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

/** Made once, because that takes much longer than using them. */
const dateFormats = new Map<string, Intl.DateTimeFormat>()

/** Formats a date in UTC with the month as a word or three letters: `November 21, 2026`. */
export function formatLongDate(moment: Date, month: 'long' | 'short' = 'long'): string {
  const { locale } = site()
  const key = `${locale} ${month}`
  const format =
    dateFormats.get(key) ??
    new Intl.DateTimeFormat(locale, { day: 'numeric', month, year: 'numeric', timeZone: 'UTC' })
  dateFormats.set(key, format)
  return format.format(moment)
}
