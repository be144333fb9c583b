import { type FocusEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { screenLimits } from '../../contract/screen-limits.ts'

type Position = { left: number; top: number; isBelow: boolean }

/** The minimum distance in pixels from the window's edges. */
const viewportMarginPx = 72
const gapPx = 6

/**
 * A tooltip for a control that shows only an icon. The control has the same text as its accessible name, so screen
 * readers skip the tooltip. It is our own, because the library's positioning would make the dashboard's
 * script a seventh larger.
 */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  const [position, setPosition] = useState<Position>()
  const openTimer = useRef<number>(undefined)
  const close = () => {
    clearTimeout(openTimer.current)
    setPosition(undefined)
  }

  // Closes the tooltip on scroll and on Escape.
  useEffect(() => {
    if (!position) return
    const closeOnEscape = ({ key }: KeyboardEvent) => key === 'Escape' && setPosition(undefined)
    const closeOnScroll = () => setPosition(undefined)
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
      () => setPosition(computePosition(currentTarget)),
      screenLimits.tooltipDelayMs,
    )
  }
  function focus({ currentTarget, target }: FocusEvent<HTMLElement>) {
    if (target.matches(':focus-visible')) setPosition(computePosition(currentTarget))
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes the events of its control
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

/** Above the control, or below it where there is no room; always within the window. */
function computePosition(control: HTMLElement): Position {
  const { left, width, top, bottom } = control.getBoundingClientRect()
  const isBelow = top < viewportMarginPx
  return {
    left: Math.min(innerWidth - viewportMarginPx, Math.max(viewportMarginPx, left + width / 2)),
    top: isBelow ? bottom + gapPx : top - gapPx,
    isBelow,
  }
}
