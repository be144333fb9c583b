import { useEffect, useRef, useState } from 'react'

/** The delay after the last keystroke. */
const debounceMs = 250

/** The text of a search box: it updates at once, and the search runs after the debounce. */
export function useDebouncedSearch(
  search: string,
  onSearch: (search: string) => void,
): [string, (text: string) => void] {
  const [text, setText] = useState(search)
  const committed = useRef(search)

  // Follows changes of the URL by others, such as "Clear filters".
  useEffect(() => {
    if (search === committed.current) return
    committed.current = search
    setText(search)
  }, [search])

  // Runs the search after the debounce.
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
