import { SlidersHorizontal } from 'lucide-react'
import { useCallback } from 'react'
import { categories as all, sorts } from '../../../contract/choices.ts'
import type { Category } from '../../../contract/content.ts'
import { limits } from '../../../contract/limits.ts'
import { Button } from '../../ui/button.tsx'
import { categoryNames } from '../../ui/content-words.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { useSearch } from '../../ui/use-search.ts'
import { type Filters, noFilters, sortNamed } from './shelf.ts'

type Change = { filters: Filters; change: (next: Partial<Filters>) => void }

export function SearchBar({
  filters,
  change,
  open,
  onToggle,
}: Change & { open: boolean; onToggle: () => void }) {
  const search = useCallback((text: string) => change({ search: text }), [change])
  const [text, setText] = useSearch(filters.search, search)
  return (
    <search className="contents">
      <Input
        type="search"
        aria-label="Search title or description"
        placeholder="Search title or description"
        maxLength={limits.searchText}
        className="ml-auto max-sm:order-last sm:w-[260px]"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button variant="ghost" aria-expanded={open} aria-controls="filters" onClick={onToggle}>
        <SlidersHorizontal aria-hidden />
        Filters
      </Button>
    </search>
  )
}

const sortNames: Record<Filters['sort'], string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  'price-high': 'Price: high to low',
  'price-low': 'Price: low to high',
  tips: 'Most tips',
  earnings: 'Highest earnings',
}

export function FilterPanel({ filters, change, categories }: Change & { categories: Array<Category> }) {
  const chosen = filters.category
  const offered = all.filter((name) => categories.includes(name) || name === chosen)
  return (
    <div
      id="filters"
      className="mx-4 mb-4 grid items-end gap-4 rounded-md bg-sunken p-4 sm:mx-5 sm:grid-cols-[1fr_1fr_auto]"
    >
      <Field label="Sort by">
        <Select
          options={sorts.map((value) => ({ value, label: sortNames[value] }))}
          value={filters.sort}
          onChange={({ target }) => change({ sort: sortNamed(target.value) })}
        />
      </Field>
      <Field label="Category">
        <Select
          options={[
            { value: 'all', label: 'All categories' },
            ...offered.map((value) => ({ value, label: categoryNames[value] })),
          ]}
          value={chosen}
          onChange={({ target }) =>
            change({ category: offered.find((name) => name === target.value) ?? 'all' })
          }
        />
      </Field>
      <Button variant="quiet" onClick={() => change(noFilters)}>
        Clear all filters
      </Button>
    </div>
  )
}
