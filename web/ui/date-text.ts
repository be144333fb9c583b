import './page-site.ts'
import { site } from '../../contract/site.ts'
import * as days from '../../domain/dates.ts'

/** Formats a date in UTC, like all dates in the ledger: `Nov 21, 2026`. */
export function formatDate(iso: string): string {
  return days.formatLongDate(new Date(iso), 'short')
}

/** Made once, because that takes much longer than using them. */
const timeFormats = new Map<string, Intl.DateTimeFormat>()

/** Formats a time in UTC: `Nov 21, 2026, 2:05 PM UTC`. */
export function formatDateTime(iso: string): string {
  const { locale } = site()
  const format =
    timeFormats.get(locale) ??
    new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
  timeFormats.set(locale, format)
  return `${formatDate(iso)}, ${format.format(new Date(iso))} UTC`
}

/** Formats a date with the full month name, for documents: `November 21, 2026`. */
export function formatLongDate(iso: string): string {
  return days.formatLongDate(new Date(iso))
}
