import { isSupportedDay, isTimeZone } from '../../../../contract/schemas.ts'
import { screenLimits } from '../../../../contract/screen-limits.ts'

/** The filters in the URL; an empty string is omitted. */
export type Filters = { q: string; item: string; state: string; from: string; to: string; timeZone: string }

export const defaultFilters: Filters = { q: '', item: '', state: '', from: '', to: '', timeZone: '' }
const filterNames = ['q', 'item', 'state', 'from', 'to', 'timeZone'] as const

/** The rules of the contract's SalesFilter without its schemas, because every page loads this file. */
const isValid: Record<keyof Filters, (text: string) => boolean> = {
  q: (text) => text.trim().length <= screenLimits.maxSearchLength,
  item: (text) => /^[1-9]\d{0,14}$/.test(text),
  state: (text) => stateOptions.some(({ value }) => value === text),
  from: isSupportedDay,
  to: isSupportedDay,
  timeZone: isTimeZone,
}

/** The filters in the URL; invalid values are ignored. */
export function parseFilters(query: URLSearchParams): Filters {
  const filters = { ...defaultFilters }
  for (const name of filterNames) {
    const text = query.get(name) ?? ''
    if (isValid[name](text)) filters[name] = text
  }
  return filters
}

/** The filters as a URL query, `?q=ada`, or an empty string. */
export function toSearchString(filters: Filters): string {
  const query = new URLSearchParams(toApiQuery(filters))
  return query.size === 0 ? '' : `?${query}`
}

/** The API query of the list. A time zone matters only to days. */
export function toApiQuery(filters: Filters): Record<string, string> {
  const hasDays = filters.from !== '' || filters.to !== ''
  const isSet = (name: keyof Filters) => filters[name] !== '' && (name !== 'timeZone' || hasDays)
  return Object.fromEntries(filterNames.flatMap((name) => (isSet(name) ? [[name, filters[name]]] : [])))
}

export function hasActiveFilters({ item, state, from, to }: Filters): boolean {
  return item !== '' || state !== '' || from !== '' || to !== ''
}

export const stateOptions: ReadonlyArray<{ value: string; label: string }> = [
  { value: '', label: 'All statuses' },
  { value: 'paid', label: 'Paid' },
  { value: 'refund_requested', label: 'Refund requested' },
  { value: 'partially_refunded', label: 'Partially refunded' },
  { value: 'refunded', label: 'Refunded' },
  { value: 'disputed', label: 'Disputed' },
]
