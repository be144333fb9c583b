import { useLocation, useSearch } from 'wouter'
import { dateLocale } from '../../../../contract/site.ts'
import { addDays, formatLongDate, utcDay } from '../../../../domain/dates.ts'

/** A range of UTC days, inclusive. */
export type DateRange = { from: string; to: string }

/** The range of days of a report, and its item; undefined for all items. */
export type ReportFilters = DateRange & { item: number | undefined }

const isoDatePattern = /^\d{4}-\d{2}-\d{2}$/
const idPattern = /^[1-9]\d{0,14}$/

export const dateRangePresets = [
  { value: '7', label: '7 d', days: 7 },
  { value: '30', label: '30 d', days: 30 },
  { value: '90', label: '90 d', days: 90 },
  { value: '365', label: '12 mo', days: 365 },
] as const
export type Preset = (typeof dateRangePresets)[number]['value']

/** The last `days` days, including today. */
export function lastNDays(days: number, now: Date): DateRange {
  const to = utcDay(now)
  return { from: addDays(to, 1 - days), to }
}

export function presetOf({ from, to }: DateRange, now: Date): Preset | undefined {
  return dateRangePresets.find(({ days }) => {
    const last = lastNDays(days, now)
    return last.from === from && last.to === to
  })?.value
}

/** The filters in the URL. Missing or invalid dates become the last 30 days, an invalid item all items. */
export function parseReportFilters(query: URLSearchParams, now: Date): ReportFilters {
  const [from, to, item] = [query.get('from') ?? '', query.get('to') ?? '', query.get('item') ?? '']
  const hasDates = isoDatePattern.test(from) && isoDatePattern.test(to)
  return {
    ...(hasDates ? { from, to } : lastNDays(30, now)),
    item: idPattern.test(item) ? Number(item) : undefined,
  }
}

export function toSearchString({ from, to, item }: ReportFilters): string {
  return `?from=${from}&to=${to}${item === undefined ? '' : `&item=${item}`}`
}

/** `Mar 1`, with the year when it is not the current one. */
export function formatChartDate(day: string, now: Date): string {
  return new Intl.DateTimeFormat(dateLocale(), {
    day: 'numeric',
    month: 'short',
    ...(day.slice(0, 4) !== String(now.getUTCFullYear()) && { year: 'numeric' }),
    timeZone: 'UTC',
  }).format(new Date(day))
}

/** `Oct 24 to Nov 22, 2026`; both with their year when it differs. */
export function formatRange({ from, to }: DateRange): string {
  const end = formatLongDate(new Date(to), 'short')
  return from === to ? end : `${formatChartDate(from, new Date(to))} to ${end}`
}

export function useReportFilters(): [ReportFilters, (changed: Partial<ReportFilters>) => void] {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const filters = parseReportFilters(new URLSearchParams(search), new Date())
  return [
    filters,
    (changed) => navigate(`${path}${toSearchString({ ...filters, ...changed })}`, { replace: true }),
  ]
}
