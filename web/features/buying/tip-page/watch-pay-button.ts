/** The pay bar's height. A button that is visible only behind the bar counts as hidden. */
const payBarHeightPx = 78

/**
 * Shows the pay bar while the pay button itself is out of view. It runs before and after React is loaded, so it changes
 * the elements directly. Returns the cleanup function.
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
