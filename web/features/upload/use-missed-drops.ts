import { useEffect } from 'react'

/** A file that is dropped beside its area would open in the browser in place of this page, with all that was typed. */
export function useMissedDrops(): void {
  // Speaks to the browser's window.
  useEffect(() => {
    const ignore = (event: DragEvent) => event.preventDefault()
    window.addEventListener('dragover', ignore)
    window.addEventListener('drop', ignore)
    return () => {
      window.removeEventListener('dragover', ignore)
      window.removeEventListener('drop', ignore)
    }
  }, [])
}
