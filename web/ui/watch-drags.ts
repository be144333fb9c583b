/** A release closes the sheet after this distance. A fast flick closes it after a shorter one. */
const closeDistancePx = 96
const flickDistancePx = 24
const flickPxPerMs = 0.6

/** The layout in which the sheet is at the bottom: below Tailwind's `md`. */
const phoneQuery = '(width < 48rem)'

type Position = { clientX: number; clientY: number }
type DragHandlers = {
  start(at: Position, event: Event): void
  /** Whether the sheet follows. The first movement decides between dragging and scrolling. */
  move(at: Position): boolean
  /** Closes the sheet when it is released far enough down; any other event moves it back. */
  end(event: Event): void
}

/**
 * Moves the sheet with a finger that drags it down, and calls `onClose` when it was dragged far enough. A finger that
 * moves up or sideways, or that starts in scrolled content, scrolls as usual. A mouse drags the element with
 * `data-grip`. Returns a function that stops watching.
 */
export function watchDrags(sheet: HTMLElement, onClose: () => void): () => void {
  const listeners = new AbortController()
  const drag = dragHandlers(sheet, onClose)
  watchTouches(sheet, drag, listeners.signal)
  const grip = sheet.querySelector<HTMLElement>('[data-grip]')
  if (grip) watchMouse(grip, drag, listeners.signal)
  return () => listeners.abort()
}

function dragHandlers(sheet: HTMLElement, onClose: () => void): DragHandlers {
  let drag: { from: Position; startMs: number; distancePx: number } | undefined
  return {
    start(from, { timeStamp }) {
      drag = { from, startMs: timeStamp, distancePx: 0 }
    },
    move({ clientX, clientY }) {
      if (!drag) return false
      const [deltaX, deltaY] = [clientX - drag.from.clientX, clientY - drag.from.clientY]
      if (drag.distancePx === 0 && (deltaY <= 0 || Math.abs(deltaX) > deltaY)) {
        drag = undefined
        return false
      }
      // At least one pixel, so that a finger that is back at its start is still dragging.
      drag.distancePx = Math.max(1, deltaY)
      sheet.style.translate = `0 ${drag.distancePx}px`
      return true
    },
    end({ type, timeStamp }) {
      const ended = drag
      drag = undefined
      if (!ended || ended.distancePx === 0) return
      const { distancePx, startMs } = ended
      const isFlick = distancePx > flickDistancePx && distancePx / (timeStamp - startMs) > flickPxPerMs
      const isRelease = type === 'touchend' || type === 'pointerup'
      const isClosing = isRelease && (distancePx > closeDistancePx || isFlick)
      slide(sheet, { fromPx: distancePx, toPx: isClosing ? sheet.offsetHeight : 0 }, () => {
        if (isClosing) onClose()
      })
    },
  }
}

function watchTouches(sheet: HTMLElement, drag: DragHandlers, signal: AbortSignal): void {
  sheet.addEventListener(
    'touchstart',
    (event) => {
      const [touch, ...others] = event.touches
      // Ends the drag of another finger.
      drag.end(event)
      if (touch && others.length === 0 && isDraggable(sheet, event.target)) drag.start(touch, event)
    },
    { passive: true, signal },
  )
  sheet.addEventListener(
    'touchmove',
    (event) => {
      const [touch] = event.touches
      // A scroll that has begun can't be canceled, so it goes on.
      if (!event.cancelable) drag.end(event)
      else if (touch && drag.move(touch)) event.preventDefault()
    },
    { passive: false, signal },
  )
  sheet.addEventListener('touchend', drag.end, { signal })
  sheet.addEventListener('touchcancel', drag.end, { signal })
}

function watchMouse(grip: HTMLElement, drag: DragHandlers, signal: AbortSignal): void {
  const ignoreTouch = (handle: (event: PointerEvent) => void) => (event: PointerEvent) => {
    if (event.pointerType !== 'touch') handle(event)
  }
  grip.addEventListener(
    'pointerdown',
    ignoreTouch((event) => {
      drag.start(event, event)
      grip.setPointerCapture(event.pointerId)
    }),
    { signal },
  )
  grip.addEventListener('pointermove', ignoreTouch(drag.move), { signal })
  grip.addEventListener('pointerup', ignoreTouch(drag.end), { signal })
  grip.addEventListener('pointercancel', ignoreTouch(drag.end), { signal })
}

/** Whether a touch may drag the sheet. Inputs keep their own gestures, and scrolled content scrolls back first. */
function isDraggable(sheet: HTMLElement, target: EventTarget | null): boolean {
  if (!matchMedia(phoneQuery).matches || !(target instanceof Element)) return false
  if (target.closest('input, textarea, select')) return false
  for (let element: Element | null = target; element; element = element.parentElement) {
    if (element.scrollTop > 0) return false
    if (element === sheet) return true
  }
  return false
}

/** Animates the sheet to its final position; without animation under reduced motion. */
function slide(
  sheet: HTMLElement,
  { fromPx, toPx }: { fromPx: number; toPx: number },
  onFinish: () => void,
): void {
  sheet.style.translate = toPx === 0 ? '' : `0 ${toPx}px`
  const hasReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
  const sliding = sheet.animate([{ translate: `0 ${fromPx}px` }, { translate: `0 ${toPx}px` }], {
    duration: hasReducedMotion ? 0 : 160,
    easing: 'cubic-bezier(0.2, 0, 0, 1)',
  })
  sliding.onfinish = onFinish
}
