const millisecondsOfADay = 24 * 3_600_000

/** A UTC day, `2026-03-01`. Days compare as texts do. */
export type Day = string

/** The UTC day of a moment. */
export function dayOf(moment: Date): Day {
  return moment.toISOString().slice(0, 10)
}

/** The day that many days later, or earlier. */
export function dayAfter(day: Day, days: number): Day {
  return dayOf(new Date(Date.parse(day) + days * millisecondsOfADay))
}

/** Every day from the first to the last, both included; none when they are the wrong way round. */
export function daysBetween(from: Day, to: Day): Array<Day> {
  const count = Math.round((Date.parse(to) - Date.parse(from)) / millisecondsOfADay) + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => dayAfter(from, index))
}

/** The day of a moment as people write it, the month as a word or as three letters of it: `21 November 2026`. UTC. */
export function inWords(moment: Date, month: 'long' | 'short' = 'long'): string {
  const words = { day: 'numeric', month, year: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat('en-GB', words).format(moment)
}
