import * as days from '../../domain/dates.ts'

/** Formats a date in UTC, like all dates in the ledger: `Nov 21, 2026`. */
export function formatDate(iso: string): string {
  return days.formatLongDate(new Date(iso), 'short')
}

const timeOfDay = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })

/** Formats a time in UTC: `Nov 21, 2026, 2:05 PM UTC`. */
export function formatDateTime(iso: string): string {
  return `${formatDate(iso)}, ${timeOfDay.format(new Date(iso))} UTC`
}

/** Formats a date with the full month name, for documents: `November 21, 2026`. */
export function formatLongDate(iso: string): string {
  return days.formatLongDate(new Date(iso))
}
