import { useEffect, useRef, useState } from 'react'

/** Milliseconds of quiet before what is typed is searched for. */
const debounceMs = 250

/** The text of a search box: what is typed shows at once, and is searched for once the fingers rest. */
export function useDebouncedSearch(
  search: string,
  onSearch: (search: string) => void,
): [string, (text: string) => void] {
  const [text, setText] = useState(search)
  const committed = useRef(search)

  // Speaks to the address: it may be changed by others, as by "Clear filters".
  useEffect(() => {
    if (search === committed.current) return
    committed.current = search
    setText(search)
  }, [search])

  // Speaks to the clock.
  useEffect(() => {
    if (text === committed.current) return
    const timer = setTimeout(() => {
      committed.current = text
      onSearch(text)
    }, debounceMs)
    return () => clearTimeout(timer)
  }, [text, onSearch])

  return [text, setText]
}
