const durationMs = 600

type Count = { from: number; to: number; format: (value: number) => string }

/**
 * Counts an element's text up to what it says now. With reduced motion it says so from the start. Returns what ends the
 * count early.
 */
export function countUp(element: HTMLElement, { from, to, format }: Count): (() => void) | undefined {
  const text = element.firstChild
  if (!text || matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined
  const finalText = text.nodeValue
  const start = performance.now()
  let frame = requestAnimationFrame(step)

  function step(now: number) {
    const progress = Math.min(1, (now - start) / durationMs)
    const eased = 1 - (1 - progress) ** 3
    if (text) text.nodeValue = progress < 1 ? format(from + (to - from) * eased) : finalText
    if (progress < 1) frame = requestAnimationFrame(step)
  }
  return () => {
    cancelAnimationFrame(frame)
    text.nodeValue = finalText
  }
}
