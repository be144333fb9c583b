import { dateLocale, site } from '../../contract/site.ts'
import * as days from '../../domain/dates.ts'
import { formatDecimalMoney, moneyFormat, withMinusSign } from '../../domain/format.ts'
import './page-site.ts'

/** Formats an amount with its currency: `5.00` USD -> `$5.00`. A decimal string is never converted to a float. */
export function formatMoney(amount: string | number, currency: string): string {
  return formatDecimalMoney(amount, currency)
}

/** The symbol before an amount: `$` for USD, `CA$` for CAD, the code for a currency without one. */
export function currencySymbol(currency: string): string {
  const parts = moneyFormat(currency).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value ?? currency
}

/** An amount on a chart's axis: `$50`, `$1.5K`, `−$20`. */
export function formatMoneyTick(amount: number, currency: string): string {
  const isSmall = Math.abs(amount) < 1 && amount !== 0
  const format = new Intl.NumberFormat(site().locale, {
    style: 'currency',
    currency,
    notation: 'compact',
    minimumFractionDigits: isSmall ? 2 : 0,
    maximumFractionDigits: isSmall ? 2 : 1,
  })
  return withMinusSign(format.format(amount))
}

/** Formats a count: `1,234`. */
export function formatCount(count: number): string {
  return count.toLocaleString(site().locale)
}

/** Formats a count with its noun: `1 sale`, `1,234 sales`. */
export function pluralize(count: number, noun: string): string {
  return `${formatCount(count)} ${count === 1 ? noun : `${noun}s`}`
}

/** A share as a percentage, with one decimal under 10: `1.7%`, `26%`. A small share is never shown as zero. */
export function formatShare(share: number): string {
  const percent = share * 100
  if (percent > 0 && percent < 0.1) return 'under 0.1%'
  return `${percent > 0 && percent < 10 ? percent.toFixed(1) : Math.round(percent)}%`
}

/** Formats a date in UTC, like all dates in the ledger: `Nov 21, 2026`. */
export function formatDate(iso: string): string {
  return days.formatLongDate(new Date(iso), 'short')
}

/** Made once, because that takes much longer than using them. */
const timeFormats = new Map<string, Intl.DateTimeFormat>()

/** Formats a time in UTC: `Nov 21, 2026, 2:05 PM UTC`. */
export function formatDateTime(iso: string): string {
  const locale = dateLocale()
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
