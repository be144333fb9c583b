import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { screenLimits } from '../../../../contract/screen-limits.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { useDebouncedSearch } from '../../../ui/search-input.tsx'
import { Select } from '../../../ui/select.tsx'
import { defaultFilters, type Filters, hasActiveFilters } from './sales-filters.ts'

type FilterBarProps = {
  filters: Filters
  onChange: (next: Partial<Filters>) => void
  /** The title of the filtered item, if one of its sales is shown. */
  contentTitle: string | undefined
  /** The code of the filter, if one of its sales is shown. */
  code: string | undefined
}

export function SalesFilterBar(props: FilterBarProps) {
  const { filters, onChange } = props
  const [open, setOpen] = useState(hasActiveFilters(filters))
  const searchInput = useDebouncedSearch(filters.q, (q) => onChange({ q }))
  return (
    <>
      <search className="flex gap-3 px-4 py-[18px] sm:px-5">
        <Input
          type="search"
          aria-label="Search by email, item or order number"
          placeholder="Email, item or order"
          maxLength={screenLimits.maxSearchLength}
          className="min-w-0 flex-1"
          {...searchInput}
        />
        <Button
          variant="secondary"
          className="max-sm:px-3.5"
          aria-expanded={open}
          aria-controls="sale-filters"
          onClick={() => setOpen(!open)}
        >
          <SlidersHorizontal aria-hidden />
          <span className="max-sm:sr-only">Filters</span>
        </Button>
      </search>
      {open && <SalesFilterPanel {...props} />}
    </>
  )
}

function SalesFilterPanel({ filters, onChange, contentTitle, code }: FilterBarProps) {
  return (
    <div
      id="sale-filters"
      className="mx-4 mb-4 grid items-end gap-4 rounded-md bg-sunken p-4 sm:mx-5 sm:grid-cols-[1.2fr_1fr_1fr_auto]"
    >
      <Field label="Status">
        <Select
          options={stateOptions}
          value={filters.state}
          onChange={({ target }) => onChange({ state: target.value })}
        />
      </Field>
      <Field label="From">
        <Input
          type="date"
          max={filters.to || undefined}
          value={filters.from}
          onChange={({ target }) => onChange({ from: target.value, timeZone: ownTimeZone() })}
        />
      </Field>
      <Field label="To">
        <Input
          type="date"
          min={filters.from || undefined}
          value={filters.to}
          onChange={({ target }) => onChange({ to: target.value, timeZone: ownTimeZone() })}
        />
      </Field>
      <Button variant="tertiary" onClick={() => onChange(defaultFilters)}>
        Clear all filters
      </Button>
      {filters.item && (
        <p className="flex flex-wrap items-center gap-x-3 sm:col-span-full">
          <span className="wrap-anywhere">Showing sales of {contentTitle ?? 'one item'}</span>
          <Button variant="tertiary" size="sm" onClick={() => onChange({ item: '' })}>
            Show all items
          </Button>
        </p>
      )}
      {filters.discount && (
        <p className="flex flex-wrap items-center gap-x-3 sm:col-span-full">
          <span className="wrap-anywhere">Showing sales with {code ?? 'one code or list of codes'}</span>
          <Button variant="tertiary" size="sm" onClick={() => onChange({ discount: '' })}>
            Show all sales
          </Button>
        </p>
      )}
    </div>
  )
}

/** Each one's value is a state of `sales-filters.ts`. */
export const stateOptions: ReadonlyArray<{ value: string; label: string }> = [
  { value: '', label: 'All statuses' },
  { value: 'paid', label: 'Paid' },
  { value: 'refund_requested', label: 'Refund requested' },
  { value: 'partially_refunded', label: 'Partially refunded' },
  { value: 'refunded', label: 'Refunded' },
  { value: 'disputed', label: 'Disputed' },
]

/** The days of the filter are those that the list shows. The URL has the zone, so that the server renders the same list. */
function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
