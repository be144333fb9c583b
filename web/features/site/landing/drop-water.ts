/** At most 20 rings a second. */
const ringIntervalMs = 50

/**
 * Rings that start under the pointer and follow it. They are moved by their compositor layer and stand in a box that is
 * contained, so that none of them moves the page. With reduced motion the water is still.
 */
export function rippleIn(water: HTMLElement): (pointer: { clientX: number; clientY: number }) => void {
  // The water has no place before it is shown; the zone around it has the same.
  const { left, top } = (water.parentElement ?? water).getBoundingClientRect()
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  let lastAt = 0
  return ({ clientX, clientY }) => {
    const now = performance.now()
    if (isStill || now - lastAt < ringIntervalMs) return
    lastAt = now
    const ring = document.createElement('span')
    ring.className = 'drop-ring'
    ring.style.translate = `${clientX - left}px ${clientY - top}px`
    ring.addEventListener('animationend', () => ring.remove())
    water.append(ring)
  }
}
