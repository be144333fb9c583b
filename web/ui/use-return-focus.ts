import { useRef } from 'react'

/** Returns focus after a dialog that is opened by state and has no trigger. */
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
