import { Input } from './input.tsx'
import { useDebouncedSearch } from './use-debounced-search.ts'

type SearchInputProps = { label: string; placeholder: string; value: string; onSearch: (q: string) => void }

/** A search box with a debounced callback. */
export function SearchInput({ label, placeholder, value, onSearch }: SearchInputProps) {
  const input = useDebouncedSearch(value, onSearch)
  return (
    <Input
      type="search"
      aria-label={label}
      placeholder={placeholder}
      {...input}
      className="min-w-0 sm:max-w-[420px]"
    />
  )
}
