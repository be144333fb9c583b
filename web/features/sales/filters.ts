import { SalesFilter } from '../../../contract/sales.ts'

/** What the list shows, as it stands in the address; an empty text is not there. */
export type Filters = { q: string; item: string; state: string; from: string; to: string }

export const noFilters: Filters = { q: '', item: '', state: '', from: '', to: '' }
const names = ['q', 'item', 'state', 'from', 'to'] as const

/** What is not understood in an address is as if it were not there. */
export function readFilters(query: URLSearchParams): Filters {
  const read = { ...noFilters }
  for (const name of names) {
    const text = query.get(name) ?? ''
    if (SalesFilter.shape[name].safeParse(text).success) read[name] = text
  }
  return read
}

/** The same as an address's query, `?q=ada`, or nothing. */
export function writeFilters(filters: Filters): string {
  const query = new URLSearchParams(names.flatMap((name) => (filters[name] ? [[name, filters[name]]] : [])))
  return query.size === 0 ? '' : `?${query}`
}

/** What the server is asked with. */
export function queryOf(filters: Filters): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (filters[name] ? [[name, filters[name]]] : [])))
}

/** Something besides the search narrows the list. */
export function isNarrowed({ item, state, from, to }: Filters): boolean {
  return item !== '' || state !== '' || from !== '' || to !== ''
}

export const stateNames: ReadonlyArray<{ value: string; label: string }> = [
  { value: '', label: 'Every state' },
  { value: 'paid', label: 'Paid' },
  { value: 'refund_asked', label: 'Refund asked' },
  { value: 'partly_refunded', label: 'Partly refunded' },
  { value: 'refunded', label: 'Refunded' },
  { value: 'disputed', label: 'Disputed' },
]
