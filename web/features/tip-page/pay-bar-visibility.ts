/** The pay bar's height: a button that is only visible below it counts as hidden. */
const payBarHeightPx = 78

/**
 * Shows the pay bar while the pay button itself is out of view. It runs before React is loaded and after, so it works
 * on the elements. Returns the cleanup function.
 */
export function watchPayButton(bar: HTMLElement, button: HTMLElement): () => void {
  if (!('IntersectionObserver' in window)) return () => undefined
  const observer = new IntersectionObserver(
    (entries) => {
      // A quick scroll brings several entries at once; the last one is current.
      bar.hidden = (entries.at(-1)?.intersectionRatio ?? 1) >= 0.9
    },
    { rootMargin: `0px 0px -${payBarHeightPx}px 0px`, threshold: [0, 0.9, 1] },
  )
  observer.observe(button)
  return () => observer.disconnect()
}
