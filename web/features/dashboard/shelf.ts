import { Category, type OwnContent } from '../../../contract/content.ts'

export const sorts = ['newest', 'oldest', 'price-high', 'price-low', 'tips', 'earnings'] as const
type Sort = (typeof sorts)[number]

/** What the list shows and in which order. */
export type Filters = { search: string; sort: Sort; category: Category | 'all' }
type Shelved = Pick<
  OwnContent,
  'title' | 'description' | 'category' | 'price' | 'tipCount' | 'totalEarnings' | 'createdAt'
>

export const noFilters: Filters = { search: '', sort: 'newest', category: 'all' }

/** The items that match, in the chosen order; equal ones stay as they came, newest first. */
export function arranged<T extends Shelved>(items: ReadonlyArray<T>, filters: Filters): Array<T> {
  const wanted = filters.search.trim().toLowerCase()
  return items
    .filter(({ category }) => filters.category === 'all' || category === filters.category)
    .filter(
      ({ title, description }) =>
        title.toLowerCase().includes(wanted) || description.toLowerCase().includes(wanted),
    )
    .sort(orders[filters.sort])
}

const orders: Record<Sort, (a: Shelved, b: Shelved) => number> = {
  newest: (a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt),
  oldest: (a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt),
  'price-high': (a, b) => b.price - a.price,
  'price-low': (a, b) => a.price - b.price,
  tips: (a, b) => b.tipCount - a.tipCount,
  earnings: (a, b) => b.totalEarnings - a.totalEarnings,
}

/** The categories that occur, in the contract's order. */
export function categoriesOf(items: ReadonlyArray<Pick<OwnContent, 'category'>>): Array<Category> {
  const found = new Set(items.map(({ category }) => category))
  return Category.options.filter((category) => found.has(category))
}

/** Filters as they stand in the address; what is not known there is as if it were not there. */
export function readFilters(query: URLSearchParams): Filters {
  const category = Category.safeParse(query.get('category'))
  return {
    search: query.get('q') ?? noFilters.search,
    sort: sorts.find((sort) => sort === query.get('sort')) ?? noFilters.sort,
    category: category.success ? category.data : noFilters.category,
  }
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
