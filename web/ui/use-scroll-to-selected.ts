import { type RefObject, useEffect } from 'react'

/** Centers the selected element of a horizontal strip. On a phone it may start outside the screen. */
export function useScrollToSelected(strip: RefObject<HTMLElement | null>, selected: string): void {
  useEffect(() => {
    const element =
      selected && strip.current?.querySelector<HTMLElement>('[aria-current], [aria-selected=true]')
    if (strip.current && element)
      strip.current.scrollLeft = element.offsetLeft - (strip.current.clientWidth - element.offsetWidth) / 2
  }, [strip, selected])
}
