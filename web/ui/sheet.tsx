import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { DialogCloseButton, overlayClass } from './dialog.tsx'

type SheetProps = {
  title: string
  /** Above the title, such as a badge. */
  eyebrow?: ReactNode
  onClose: () => void
  /** Focused when the sheet opens. */
  initialFocus: RefObject<HTMLElement | null>
  /** Called after the sheet is gone, to move the focus. */
  onClosed: () => void
  children: ReactNode
}

/**
 * A wide dialog that is a sheet from the bottom on a phone, where it can be dragged down. Escape, the overlay and the
 * close button close it.
 */
export function Sheet({ title, eyebrow, onClose, initialFocus, onClosed, children }: SheetProps) {
  const sheet = useDragToClose(onClose)
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content
          ref={sheet}
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            initialFocus.current?.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            onClosed()
          }}
          className="slides-in fixed inset-x-0 bottom-0 z-50 mx-auto grid max-h-[calc(100dvh-1rem)] grid-cols-[minmax(0,1fr)] content-start gap-4 overflow-y-auto overscroll-contain rounded-t-lg border border-line bg-surface p-[18px] pt-7 pb-[max(18px,env(safe-area-inset-bottom))] shadow-md outline-none md:inset-x-4 md:top-1/2 md:bottom-auto md:max-w-[860px] md:-translate-y-1/2 md:rounded-lg md:p-8"
        >
          <div aria-hidden data-grip className="absolute inset-x-14 top-0 h-7 touch-none md:hidden">
            <span className="absolute top-2 left-1/2 h-[5px] w-10 -translate-x-1/2 rounded-full bg-line-strong" />
          </div>
          <div className="grid justify-items-start gap-1.5 pr-12">
            {eyebrow}
            <Radix.Title className="wrap-anywhere text-xl md:text-[1.625rem]">{title}</Radix.Title>
          </div>
          {children}
          <DialogCloseButton className="top-3 right-3 md:top-4 md:right-4" />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Lets a sheet at the bottom of a phone's screen be dragged down to close it. Returns the sheet's ref. */
function useDragToClose(onClose: () => void) {
  const [sheet, setSheet] = useState<HTMLElement | null>(null)
  const close = useEffectEvent(onClose)

  // React's touch listeners are passive, so they cannot keep the browser from scrolling.
  useEffect(() => (sheet ? watchDrags(sheet, () => close()) : undefined), [sheet])
  return setSheet
}

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
function watchDrags(sheet: HTMLElement, onClose: () => void): () => void {
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
