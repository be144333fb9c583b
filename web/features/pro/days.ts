import { dayAfter, dayOf } from '../../../domain/days.ts'

/** The UTC days an analysis is about, both included. */
export type Span = { from: string; to: string }

const aDay = /^\d{4}-\d{2}-\d{2}$/

export const presets = [
  { days: 7, label: '7 days' },
  { days: 30, label: '30 days' },
  { days: 90, label: '90 days' },
  { days: 365, label: 'A year' },
] as const

/** The last days up to today. */
export function lastDays(days: number, now: Date): Span {
  const to = dayOf(now)
  return { from: dayAfter(to, 1 - days), to }
}

/** What the address asks for; the last 30 days where it asks for nothing that could be. */
export function spanIn(query: URLSearchParams, now: Date): Span {
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? '']
  return aDay.test(from) && aDay.test(to) ? { from, to } : lastDays(30, now)
}

/** `1 Mar`, with the year where it is not this one. */
export function dayName(day: string, now: Date): string {
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(day.slice(0, 4) !== String(now.getUTCFullYear()) && { year: 'numeric' }),
    timeZone: 'UTC',
  }).format(new Date(day))
}
