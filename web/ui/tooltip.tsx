import { type FocusEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { limits } from '../../contract/limits.ts'

type Position = { left: number; top: number; isBelow: boolean }

/** Pixels kept free of the window's edges, and of the thing that is explained. */
const viewportMarginPx = 72
const gapPx = 6

/**
 * A word about a control that shows only an icon; the control has the same words as its name, so a screen reader needs
 * nothing of this. Ours, because the library's way of placing it weighs a seventh of the whole dashboard.
 */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  const [position, setPlace] = useState<Position>()
  const openTimer = useRef<number>(undefined)
  const close = () => {
    clearTimeout(openTimer.current)
    setPlace(undefined)
  }

  // Speaks to the window: what is scrolled away or answered with Escape needs no word any more.
  useEffect(() => {
    if (!position) return
    const closeOnEscape = ({ key }: KeyboardEvent) => key === 'Escape' && setPlace(undefined)
    const closeOnScroll = () => setPlace(undefined)
    addEventListener('keydown', closeOnEscape)
    addEventListener('scroll', closeOnScroll, { capture: true, passive: true })
    return () => {
      removeEventListener('keydown', closeOnEscape)
      removeEventListener('scroll', closeOnScroll, { capture: true })
    }
  }, [position])
  useEffect(() => () => clearTimeout(openTimer.current), [])

  function openAfterDelay({ currentTarget, pointerType }: PointerEvent<HTMLElement>) {
    if (pointerType === 'touch') return
    clearTimeout(openTimer.current)
    openTimer.current = window.setTimeout(
      () => setPlace(computePosition(currentTarget)),
      limits.tooltipDelayMs,
    )
  }
  function focus({ currentTarget, target }: FocusEvent<HTMLElement>) {
    if (target.matches(':focus-visible')) setPlace(computePosition(currentTarget))
  }

  return (
    // Only listens to what its control is told anyway.
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing can be done here that the control does not do
    <span
      className="inline-grid"
      onPointerEnter={openAfterDelay}
      onPointerLeave={close}
      onPointerDown={close}
      onFocus={focus}
      onBlur={close}
    >
      {children}
      {position && (
        <span
          role="tooltip"
          className="appears pointer-events-none fixed z-50 whitespace-nowrap rounded-sm bg-ink px-2.5 py-1.5 text-paper text-sm shadow-md"
          style={{
            left: position.left,
            top: position.top,
            transform: `translate(-50%, ${position.isBelow ? '0' : '-100%'})`,
          }}
        >
          {text}
        </span>
      )}
    </span>
  )
}

/** Above the control, or below it where there is no room; never over the window's edge. */
function computePosition(control: HTMLElement): Position {
  const { left, width, top, bottom } = control.getBoundingClientRect()
  const isBelow = top < viewportMarginPx
  return {
    left: Math.min(innerWidth - viewportMarginPx, Math.max(viewportMarginPx, left + width / 2)),
    top: isBelow ? bottom + gapPx : top - gapPx,
    isBelow,
  }
}
