import { type Category, contentSortOrders } from '../../../../contract/content.ts'
import { categoryLabel } from '../../../shared/content-format.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import type { FilterProps } from './content-filter-bar.tsx'
import { defaultFilters, type Filters, parseSort } from './content-filters.ts'

const sortLabels: Record<Filters['sort'], string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  'price-high': 'Price: high to low',
  'price-low': 'Price: low to high',
  tips: 'Most tips',
  earnings: 'Highest earnings',
}

export function ContentFilterPanel({
  filters,
  onChange,
  categories,
}: FilterProps & { categories: Array<Category> }) {
  const selectedCategory = filters.category
  const availableCategories =
    categories.includes(selectedCategory) || selectedCategory === 'all'
      ? categories
      : [...categories, selectedCategory]
  return (
    <div
      id="filters"
      className="mx-4 mb-4 grid items-end gap-4 rounded-md bg-sunken p-4 sm:mx-5 sm:grid-cols-[1fr_1fr_auto]"
    >
      <Field label="Sort by">
        <Select
          options={contentSortOrders.map((value) => ({ value, label: sortLabels[value] }))}
          value={filters.sort}
          onChange={({ target }) => onChange({ sort: parseSort(target.value) })}
        />
      </Field>
      <Field label="Category">
        <Select
          options={[
            { value: 'all', label: 'All categories' },
            ...availableCategories.map((value) => ({ value, label: categoryLabel(value) })),
          ]}
          value={selectedCategory}
          onChange={({ target }) =>
            onChange({ category: availableCategories.find((name) => name === target.value) ?? 'all' })
          }
        />
      </Field>
      <Button variant="tertiary" onClick={() => onChange(defaultFilters)}>
        Clear all filters
      </Button>
    </div>
  )
}
