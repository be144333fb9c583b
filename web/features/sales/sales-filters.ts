import { limits } from '../../../contract/limits.ts'

/** What the list shows, as it stands in the address; an empty text is not there. */
export type Filters = { q: string; item: string; state: string; from: string; to: string }

export const defaultFilters: Filters = { q: '', item: '', state: '', from: '', to: '' }
const filterNames = ['q', 'item', 'state', 'from', 'to'] as const

/** What the contract takes (SalesFilter), without its schemas: every page of the site carries this file. */
const isValid: Record<keyof Filters, (text: string) => boolean> = {
  q: (text) => text.trim().length <= limits.maxSearchLength,
  item: (text) => /^[1-9]\d{0,14}$/.test(text),
  state: (text) => stateOptions.some(({ value }) => value === text),
  from: isDay,
  to: isDay,
}

/** `2026-02-28`, and no day that the calendar does not have. */
function isDay(text: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** What is not understood in an address is as if it were not there. */
export function parseFilters(query: URLSearchParams): Filters {
  const read = { ...defaultFilters }
  for (const name of filterNames) {
    const text = query.get(name) ?? ''
    if (isValid[name](text)) read[name] = text
  }
  return read
}

/** The same as an address's query, `?q=ada`, or nothing. */
export function toSearchString(filters: Filters): string {
  const query = new URLSearchParams(
    filterNames.flatMap((name) => (filters[name] ? [[name, filters[name]]] : [])),
  )
  return query.size === 0 ? '' : `?${query}`
}

/** What the server is asked with. */
export function toApiQuery(filters: Filters): Record<string, string> {
  return Object.fromEntries(filterNames.flatMap((name) => (filters[name] ? [[name, filters[name]]] : [])))
}

/** Something besides the search narrows the list. */
export function hasActiveFilters({ item, state, from, to }: Filters): boolean {
  return item !== '' || state !== '' || from !== '' || to !== ''
}

export const stateOptions: ReadonlyArray<{ value: string; label: string }> = [
  { value: '', label: 'Every state' },
  { value: 'paid', label: 'Paid' },
  { value: 'refund_asked', label: 'Refund asked' },
  { value: 'partly_refunded', label: 'Partly refunded' },
  { value: 'refunded', label: 'Refunded' },
  { value: 'disputed', label: 'Disputed' },
]
