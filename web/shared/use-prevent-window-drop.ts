import { useEffect } from 'react'

/**
 * Ignores a file that is dropped outside the drop zone. The browser would open it instead of the page, and the input
 * would be lost.
 */
export function usePreventWindowDrop(): void {
  // Listens on the window.
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
