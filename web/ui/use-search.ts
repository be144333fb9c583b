import { useEffect, useRef, useState } from 'react'

/** Milliseconds of quiet before what is typed is searched for. */
const quiet = 250

/** The text of a search box: what is typed shows at once, and is searched for once the fingers rest. */
export function useSearch(
  search: string,
  change: (search: string) => void,
): [string, (text: string) => void] {
  const [text, setText] = useState(search)
  const asked = useRef(search)

  // Speaks to the address: it may be changed by others, as by "Clear filters".
  useEffect(() => {
    if (search === asked.current) return
    asked.current = search
    setText(search)
  }, [search])

  // Speaks to the clock.
  useEffect(() => {
    if (text === asked.current) return
    const timer = setTimeout(() => {
      asked.current = text
      change(text)
    }, quiet)
    return () => clearTimeout(timer)
  }, [text, change])

  return [text, setText]
}
