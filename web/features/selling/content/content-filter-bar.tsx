import { SlidersHorizontal } from 'lucide-react'
import { useCallback } from 'react'
import { screenLimits } from '../../../../contract/screen-limits.ts'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/input.tsx'
import { useDebouncedSearch } from '../../../ui/search-input.tsx'
import type { Filters } from './content-filters.ts'

export type FilterProps = { filters: Filters; onChange: (next: Partial<Filters>) => void }

export function ContentSearch({
  filters,
  onChange,
  open,
  onToggle,
}: FilterProps & { open: boolean; onToggle: () => void }) {
  const search = useCallback((text: string) => onChange({ search: text }), [onChange])
  const searchInput = useDebouncedSearch(filters.search, search)
  return (
    <search className="contents">
      <Input
        type="search"
        aria-label="Search title or description"
        placeholder="Search title or description"
        maxLength={screenLimits.maxSearchLength}
        className="ml-auto max-sm:order-last sm:w-[260px]"
        {...searchInput}
      />
      <Button variant="secondary" aria-expanded={open} aria-controls="filters" onClick={onToggle}>
        <SlidersHorizontal aria-hidden />
        Filters
      </Button>
    </search>
  )
}
