import { type ChangeEvent, type RefObject, useEffect, useRef, useState } from 'react'

const debounceMs = 250

type DebouncedInputProps = {
  ref: RefObject<HTMLInputElement | null>
  value: string
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
}

/** The props of a search box: its text updates at once, and the search runs after the debounce. */
export function useDebouncedSearch(search: string, onSearch: (search: string) => void): DebouncedInputProps {
  const ref = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(search)
  const committed = useRef(search)

  // Reads the text that was typed before hydration.
  useEffect(() => {
    if (ref.current) setText(ref.current.value)
  }, [])

  // Follows changes of the URL by others, such as "Clear filters".
  useEffect(() => {
    if (search === committed.current) return
    committed.current = search
    setText(search)
  }, [search])

  // Runs the search after the debounce.
  useEffect(() => {
    if (text === committed.current) return
    const { pathname } = location
    const timer = setTimeout(() => {
      // A link was followed meanwhile, and the next page is still loading.
      if (location.pathname !== pathname) return
      committed.current = text
      onSearch(text)
    }, debounceMs)
    return () => clearTimeout(timer)
  }, [text, onSearch])

  return { ref, value: text, onChange: ({ target }) => setText(target.value) }
}
