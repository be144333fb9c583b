import { isSupportedDay, isTimeZone } from '../../../../contract/schemas.ts'
import { screenLimits } from '../../../../contract/screen-limits.ts'

/** The filters in the URL; an empty string is omitted. */
export type Filters = Record<(typeof filterNames)[number], string>

const filterNames = ['q', 'item', 'discount', 'state', 'from', 'to', 'timeZone'] as const
export const defaultFilters: Filters = {
  q: '',
  item: '',
  discount: '',
  state: '',
  from: '',
  to: '',
  timeZone: '',
}

/** Their labels are in `sales-filter-bar.tsx`. */
const states = new Set(['paid', 'refund_requested', 'partially_refunded', 'refunded', 'disputed'])
const isId = (text: string) => /^[1-9]\d{0,14}$/.test(text)

/** The rules of the contract's SalesFilter without its schemas, because every page loads this file. */
const isValid: Record<keyof Filters, (text: string) => boolean> = {
  q: (text) => text.trim().length <= screenLimits.maxSearchLength,
  item: isId,
  discount: isId,
  state: (text) => states.has(text),
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

export function hasActiveFilters({ item, discount, state, from, to }: Filters): boolean {
  return [item, discount, state, from, to].some((filter) => filter !== '')
}
