import { Search } from 'lucide-react'
import { useState } from 'react'
import type { CreatorContent } from '../../../../contract/content.ts'
import { listContentPage } from '../../../../contract/content-editing.ts'
import { screenLimits } from '../../../../contract/screen-limits.ts'
import { useApiQuery } from '../../../api/query.ts'
import { Input } from '../../../ui/input.tsx'
import { useDebouncedSearch } from '../../../ui/search-input.tsx'

/** From this number of items on, a list of them has a search field. */
const manyItems = 8
const pageSize = 20

/** The items that are there already, or those that a search finds among all of the creator's. */
export function useItemSearch(items: Array<CreatorContent>, q: string): Array<CreatorContent> {
  const isSearching = q.trim() !== ''
  const { data } = useApiQuery(listContentPage, {
    query: { q, limit: pageSize },
    enabled: isSearching,
    keepPreviousData: true,
  })
  return isSearching ? (data?.items ?? []) : items
}

/** The first items of a creator, and those that a search has found and that were chosen. */
export function useFoundItems(first: Array<CreatorContent>) {
  const [found, setFound] = useState<Array<CreatorContent>>([])
  return {
    items: mergeItems(first, found),
    addFound: (item: CreatorContent) => setFound((before) => mergeItems(before, [item])),
  }
}

export function mergeItems(first: Array<CreatorContent>, more: Array<CreatorContent>): Array<CreatorContent> {
  const ids = new Set(first.map(({ id }) => id))
  return [...first, ...more.filter(({ id }) => !ids.has(id))]
}

type ItemSearchProps = { items: ReadonlyArray<CreatorContent>; q: string; onSearch: (q: string) => void }

export function ItemSearch({ items, q, onSearch }: ItemSearchProps) {
  const input = useDebouncedSearch(q, onSearch)
  if (items.length < manyItems) return null
  return (
    <div className="relative">
      <Search aria-hidden className="absolute top-1/2 left-3.5 size-4 -translate-y-1/2 text-ink-faint" />
      <Input
        type="search"
        aria-label="Find an item"
        placeholder="Find an item"
        maxLength={screenLimits.maxSearchLength}
        className="pl-10"
        // Enter searches and doesn't save the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        {...input}
      />
    </div>
  )
}
