import { categories, sorts } from '../../../contract/choices.ts'
import type { Category } from '../../../contract/content.ts'
import { limits } from '../../../contract/limits.ts'
import type { Sort } from '../../../contract/shelf.ts'

/** What the list shows and in which order. */
export type Filters = { search: string; sort: Sort; category: Category | 'all' }

export const noFilters: Filters = { search: '', sort: 'newest', category: 'all' }

/** Filters as they stand in the address; what is not known there is as if it were not there. */
export function readFilters(query: URLSearchParams): Filters {
  return {
    search: (query.get('q') ?? noFilters.search).slice(0, limits.searchText),
    sort: sortNamed(query.get('sort')),
    category: categories.find((name) => name === query.get('category')) ?? noFilters.category,
  }
}

/** The order of this name, or the usual one. */
export function sortNamed(name: string | null): Sort {
  return sorts.find((sort) => sort === name) ?? noFilters.sort
}

/** The address's query with these filters in it; the usual ones are left out, and the rest of it stays. */
export function writeFilters(query: URLSearchParams, { search, sort, category }: Filters): string {
  const next = new URLSearchParams(query)
  const named = { q: search, sort, category }
  const usual = { q: noFilters.search, sort: noFilters.sort, category: noFilters.category }
  for (const key of ['q', 'sort', 'category'] as const) {
    if (named[key] === usual[key]) next.delete(key)
    else next.set(key, named[key])
  }
  return next.toString()
}

/** What the server is asked for: the same words in the browser and while the page is rendered. */
export function pageQuery({ search, sort, category }: Filters, cursor?: string) {
  return {
    ...(search.trim() && { q: search.trim() }),
    ...(sort !== noFilters.sort && { sort }),
    ...(category !== 'all' && { category }),
    ...(cursor !== undefined && { cursor }),
  }
}

/** `26% convert`: how many of those who looked bought; nothing while that is no share, as of sales from before views were counted. */
export function conversion({ views, sales }: { views: number; sales: number }): string | undefined {
  if (views === 0 || sales > views) return undefined
  const share = (sales / views) * 100
  if (share > 0 && share < 1) return 'under 1% convert'
  return `${Math.round(share)}% convert`
}
