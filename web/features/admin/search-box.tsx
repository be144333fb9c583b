import { Input } from '../../ui/input.tsx'
import { useSearch } from '../../ui/use-search.ts'

type SearchBoxProps = { label: string; hint: string; value: string; change: (q: string) => void }

/** Searches once the fingers rest. */
export function SearchBox({ label, hint, value, change }: SearchBoxProps) {
  const [text, setText] = useSearch(value, change)
  return (
    <Input
      type="search"
      aria-label={label}
      placeholder={hint}
      value={text}
      onChange={({ target }) => setText(target.value)}
      className="min-w-0 sm:max-w-[420px]"
    />
  )
}
