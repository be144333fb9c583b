import { type Category, contentSortOrders } from '../../../../contract/content.ts'
import type { ContentSort } from '../../../../contract/content-editing.ts'
import { screenLimits } from '../../../../contract/screen-limits.ts'
import { cut } from '../../../../domain/truncate.ts'
import { formatShare } from '../../../ui/format.ts'

export type Filters = { search: string; sort: ContentSort; category: Category | 'all' }

export const defaultFilters: Filters = { search: '', sort: 'newest', category: 'all' }

/** The filters in the URL; values that cannot be meant become the default. */
export function parseFilters(query: URLSearchParams): Filters {
  return {
    search: cut(query.get('q') ?? defaultFilters.search, screenLimits.maxSearchLength),
    sort: parseSort(query.get('sort')),
    category: parseCategory(query.get('category')),
  }
}

export function parseSort(name: string | null): ContentSort {
  return contentSortOrders.find((sort) => sort === name) ?? defaultFilters.sort
}

/** The URL's query with these filters; defaults are omitted, and other parameters stay. */
export function toSearchString(query: URLSearchParams, { search, sort, category }: Filters): string {
  const next = new URLSearchParams(query)
  const values = { q: search, sort, category }
  const defaults = { q: defaultFilters.search, sort: defaultFilters.sort, category: defaultFilters.category }
  for (const key of ['q', 'sort', 'category'] as const) {
    if (values[key] === defaults[key]) next.delete(key)
    else next.set(key, values[key])
  }
  return next.toString()
}

/** The list's API query, the same in the browser and on the server. */
export function toApiQuery({ search, sort, category }: Filters, cursor?: string) {
  return {
    ...(search.trim() && { q: search.trim() }),
    ...(sort !== defaultFilters.sort && { sort }),
    ...(category !== 'all' && { category }),
    ...(cursor !== undefined && { cursor }),
  }
}

/** `1.7% conversion`: the share of viewers who bought. Undefined without views, and with more sales than views. */
export function conversionLabel({ views, sales }: { views: number; sales: number }): string | undefined {
  if (views === 0 || sales > views) return undefined
  return `${formatShare(sales / views)} conversion`
}

/** The operator decides which categories there are. Text that cannot be one is ignored; the server would reject it. */
function parseCategory(text: string | null): Category | 'all' {
  return text && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) ? text : defaultFilters.category
}
