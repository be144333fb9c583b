import { useRef } from 'react'

/** For a dialog that is opened by state and not by its own trigger: the focus goes back to where it was. */
export function useReturnFocus() {
  const previouslyFocused = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      previouslyFocused.current = document.activeElement
    },
    onCloseAutoFocus: () => {
      if (previouslyFocused.current instanceof HTMLElement) previouslyFocused.current.focus()
    },
  }
}
