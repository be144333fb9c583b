import { addDays, utcDay } from '../../../domain/dates.ts'

/** A range of UTC days, inclusive. */
export type DateRange = { from: string; to: string }

const isoDatePattern = /^\d{4}-\d{2}-\d{2}$/

export const dateRangePresets = [
  { days: 7, label: '7 days' },
  { days: 30, label: '30 days' },
  { days: 90, label: '90 days' },
  { days: 365, label: '1 year' },
] as const

/** The last `days` days, including today. */
export function lastNDays(days: number, now: Date): DateRange {
  const to = utcDay(now)
  return { from: addDays(to, 1 - days), to }
}

/** The range in the URL; the last 30 days when it is missing or invalid. */
export function parseDateRange(query: URLSearchParams, now: Date): DateRange {
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? '']
  return isoDatePattern.test(from) && isoDatePattern.test(to) ? { from, to } : lastNDays(30, now)
}

/** `1 Mar`, with the year when it is not the current one. */
export function formatChartDate(day: string, now: Date): string {
  return new Intl.DateTimeFormat('en-US', {
    day: 'numeric',
    month: 'short',
    ...(day.slice(0, 4) !== String(now.getUTCFullYear()) && { year: 'numeric' }),
    timeZone: 'UTC',
  }).format(new Date(day))
}
