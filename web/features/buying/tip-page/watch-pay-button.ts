/** The part of the pay button in view from which a finger reaches it. The bar covers what is less, so one of them is there. */
const reachableShare = 0.5

/**
 * Shows the pay bar once the pay button has left the screen, never beside it. It runs before and after React is loaded, so it
 * changes the elements directly. Returns the cleanup function.
 */
export function watchPayButton(bar: HTMLElement, button: HTMLElement): () => void {
  if (!('IntersectionObserver' in window)) return () => undefined
  const observer = new IntersectionObserver(
    (entries) => {
      // A quick scroll brings several entries at once; the last one is current.
      bar.hidden = (entries.at(-1)?.intersectionRatio ?? 1) >= reachableShare
    },
    { threshold: reachableShare },
  )
  observer.observe(button)
  return () => observer.disconnect()
}
