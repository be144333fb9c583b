import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { useSearch } from '../../ui/use-search.ts'
import { type Filters, isNarrowed, noFilters, stateNames } from './filters.ts'

type FilterBarProps = {
  filters: Filters
  change: (next: Partial<Filters>) => void
  /** The title of the item the list is narrowed to, where a sale of it is shown. */
  item: string | undefined
}

export function FilterBar({ filters, change, item }: FilterBarProps) {
  const [open, setOpen] = useState(isNarrowed(filters))
  const [text, setText] = useSearch(filters.q, (q) => change({ q }))
  return (
    <>
      <search className="flex gap-3 px-4 py-[18px] sm:px-5">
        <Input
          type="search"
          aria-label="Search by e-mail, item or order number"
          placeholder="E-mail, item or order"
          maxLength={limits.searchText}
          className="min-w-0 flex-1"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Button
          variant="ghost"
          className="max-sm:px-3.5"
          aria-expanded={open}
          aria-controls="sale-filters"
          onClick={() => setOpen(!open)}
        >
          <SlidersHorizontal aria-hidden />
          <span className="max-sm:sr-only">Filters</span>
        </Button>
      </search>
      {open && <Panel filters={filters} change={change} item={item} />}
    </>
  )
}

function Panel({ filters, change, item }: FilterBarProps) {
  return (
    <div
      id="sale-filters"
      className="mx-4 mb-4 grid items-end gap-4 rounded-md bg-sunken p-4 sm:mx-5 sm:grid-cols-[1.2fr_1fr_1fr_auto]"
    >
      <Field label="State">
        <Select
          options={stateNames}
          value={filters.state}
          onChange={({ target }) => change({ state: target.value })}
        />
      </Field>
      <Field label="From">
        <Input
          type="date"
          max={filters.to || undefined}
          value={filters.from}
          onChange={({ target }) => change({ from: target.value })}
        />
      </Field>
      <Field label="To">
        <Input
          type="date"
          min={filters.from || undefined}
          value={filters.to}
          onChange={({ target }) => change({ to: target.value })}
        />
      </Field>
      <Button variant="quiet" onClick={() => change(noFilters)}>
        Clear all filters
      </Button>
      {filters.item && (
        <p className="flex flex-wrap items-center gap-x-3 sm:col-span-full">
          <span className="wrap-anywhere">Only sales of {item ?? 'one item'}</span>
          <Button variant="quiet" size="sm" onClick={() => change({ item: '' })}>
            Show all items
          </Button>
        </p>
      )}
    </div>
  )
}
