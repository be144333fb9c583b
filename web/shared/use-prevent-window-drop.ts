import { useEffect } from 'react'

/** A file that is dropped beside its area would open in the browser in place of this page, with all that was typed. */
export function usePreventWindowDrop(): void {
  // Speaks to the browser's window.
  useEffect(() => {
    const preventDefault = (event: DragEvent) => event.preventDefault()
    window.addEventListener('dragover', preventDefault)
    window.addEventListener('drop', preventDefault)
    return () => {
      window.removeEventListener('dragover', preventDefault)
      window.removeEventListener('drop', preventDefault)
    }
  }, [])
}
