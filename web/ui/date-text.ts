import * as days from '../../domain/dates.ts'

/** A day a person reads, the month in letters, in UTC as all our books are: `21 Nov 2026`. */
export function formatDate(iso: string): string {
  return days.formatLongDate(new Date(iso), 'short')
}

/** A moment, to the minute: `21 Nov 2026, 14:05 UTC`. */
export function formatDateTime(iso: string): string {
  const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })
  return `${formatDate(iso)}, ${time.format(new Date(iso))} UTC`
}

/** The same with the whole month, for paper: `21 November 2026`. */
export function formatLongDate(iso: string): string {
  return days.formatLongDate(new Date(iso))
}
