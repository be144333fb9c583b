import { useRef } from 'react'

/** For a dialog that is opened by state and not by its own trigger: the focus goes back to where it was. */
export function useFocusReturn() {
  const before = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement
    },
    onCloseAutoFocus: () => {
      if (before.current instanceof HTMLElement) before.current.focus()
    },
  }
}
