const msPerDay = 24 * 3_600_000

/** A UTC day, `2026-03-01`. Days compare as texts do. */
export type Day = string

/** The UTC day of a moment. */
export function utcDay(moment: Date): Day {
  return moment.toISOString().slice(0, 10)
}

/** The day that many days later, or earlier. */
export function addDays(day: Day, days: number): Day {
  return utcDay(new Date(Date.parse(day) + days * msPerDay))
}

/** Every day from the first to the last, both included; none when they are the wrong way round. */
export function utcDaysInRange(from: Day, to: Day): Array<Day> {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / msPerDay) + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(from, index))
}

/** The day of a moment as people write it, the month as a word or as three letters of it: `21 November 2026`. UTC. */
export function formatLongDate(moment: Date, month: 'long' | 'short' = 'long'): string {
  const words = { day: 'numeric', month, year: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat('en-GB', words).format(moment)
}
