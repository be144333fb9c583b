/** How far a sheet is dragged down until letting go closes it. A flick closes it earlier. */
const closeDistancePx = 96
const flickDistancePx = 24
const flickPxPerMs = 0.6

/** The layout in which the sheet is at the bottom: below Tailwind's `md`. */
const phoneQuery = '(width < 48rem)'

type Drag = { startX: number; startY: number; startMs: number; distancePx: number; isMoving: boolean }

/**
 * Moves the sheet with a finger that pulls it down, and calls `onClose` once it was pulled far enough. A finger that
 * moves up or sideways, or that starts in scrolled content, scrolls as usual. A mouse drags the element with
 * `data-grip`. Returns a function that stops watching.
 */
export function watchDrags(sheet: HTMLElement, onClose: () => void): () => void {
  const listeners = new AbortController()
  const { signal } = listeners
  let drag: Drag | undefined

  function start({ clientX, clientY }: Touch | PointerEvent, { timeStamp }: Event) {
    drag = { startX: clientX, startY: clientY, startMs: timeStamp, distancePx: 0, isMoving: false }
  }
  /** Whether the sheet follows; the first movement decides between dragging and scrolling. */
  function move({ clientX, clientY }: Touch | PointerEvent): boolean {
    if (!drag) return false
    const [right, down] = [clientX - drag.startX, clientY - drag.startY]
    if (!drag.isMoving && (down <= 0 || Math.abs(right) > down)) {
      drag = undefined
      return false
    }
    drag.isMoving = true
    drag.distancePx = Math.max(0, down)
    sheet.style.translate = `0 ${drag.distancePx}px`
    return true
  }
  function end({ type, timeStamp }: Event) {
    if (!drag?.isMoving) return
    const { distancePx, startMs } = drag
    drag = undefined
    const isFlick = distancePx > flickDistancePx && distancePx / (timeStamp - startMs) > flickPxPerMs
    const isClosing = !type.endsWith('cancel') && (distancePx > closeDistancePx || isFlick)
    slide(sheet, { fromPx: distancePx, toPx: isClosing ? sheet.offsetHeight : 0 }, () => {
      if (isClosing) onClose()
    })
  }

  sheet.addEventListener(
    'touchstart',
    (event) => {
      const [touch, ...others] = event.touches
      drag = undefined
      if (touch && others.length === 0 && isDraggable(sheet, event.target)) start(touch, event)
    },
    { passive: true, signal },
  )
  sheet.addEventListener(
    'touchmove',
    (event) => {
      const [touch] = event.touches
      // A scroll that has begun can't be canceled, so it goes on.
      if (!event.cancelable) drag = undefined
      else if (touch && move(touch)) event.preventDefault()
    },
    { passive: false, signal },
  )
  sheet.addEventListener('touchend', end, { signal })
  sheet.addEventListener('touchcancel', end, { signal })

  const grip = sheet.querySelector<HTMLElement>('[data-grip]')
  const ofMouse = (handle: (event: PointerEvent) => void) => (event: PointerEvent) => {
    if (event.pointerType !== 'touch') handle(event)
  }
  grip?.addEventListener(
    'pointerdown',
    ofMouse((event) => {
      start(event, event)
      grip.setPointerCapture(event.pointerId)
    }),
    { signal },
  )
  grip?.addEventListener('pointermove', ofMouse(move), { signal })
  grip?.addEventListener('pointerup', ofMouse(end), { signal })
  grip?.addEventListener('pointercancel', ofMouse(end), { signal })
  return () => listeners.abort()
}

/** Fields keep their own gestures, and what was scrolled down is scrolled back first. */
function isDraggable(sheet: HTMLElement, target: EventTarget | null): boolean {
  if (!matchMedia(phoneQuery).matches || !(target instanceof Element)) return false
  if (target.closest('input, textarea, select')) return false
  for (let element: Element | null = target; element; element = element.parentElement) {
    if (element.scrollTop > 0) return false
    if (element === sheet) return true
  }
  return false
}

/** Moves the sheet to its end, at once with reduced motion. */
function slide(
  sheet: HTMLElement,
  { fromPx, toPx }: { fromPx: number; toPx: number },
  onFinish: () => void,
): void {
  sheet.style.translate = toPx === 0 ? '' : `0 ${toPx}px`
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  const sliding = sheet.animate([{ translate: `0 ${fromPx}px` }, { translate: `0 ${toPx}px` }], {
    duration: isStill ? 0 : 160,
    easing: 'cubic-bezier(0.2, 0, 0, 1)',
  })
  sliding.onfinish = onFinish
}
