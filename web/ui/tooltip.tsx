import { type FocusEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { limits } from '../../contract/limits.ts'

type Place = { left: number; top: number; isBelow: boolean }

/** Pixels kept free of the window's edges, and of the thing that is explained. */
const edge = 72
const gap = 6

/**
 * A word about a control that shows only an icon; the control has the same words as its name, so a screen reader needs
 * nothing of this. Ours, because the library's way of placing it weighs a seventh of the whole dashboard.
 */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  const [place, setPlace] = useState<Place>()
  const waiting = useRef<number>(undefined)
  const close = () => {
    clearTimeout(waiting.current)
    setPlace(undefined)
  }

  // Speaks to the window: what is scrolled away or answered with Escape needs no word any more.
  useEffect(() => {
    if (!place) return
    const pressed = ({ key }: KeyboardEvent) => key === 'Escape' && setPlace(undefined)
    const moved = () => setPlace(undefined)
    addEventListener('keydown', pressed)
    addEventListener('scroll', moved, { capture: true, passive: true })
    return () => {
      removeEventListener('keydown', pressed)
      removeEventListener('scroll', moved, { capture: true })
    }
  }, [place])
  useEffect(() => () => clearTimeout(waiting.current), [])

  function hover({ currentTarget, pointerType }: PointerEvent<HTMLElement>) {
    if (pointerType === 'touch') return
    clearTimeout(waiting.current)
    waiting.current = window.setTimeout(() => setPlace(placeOf(currentTarget)), limits.tooltipDelay)
  }
  function focus({ currentTarget, target }: FocusEvent<HTMLElement>) {
    if (target.matches(':focus-visible')) setPlace(placeOf(currentTarget))
  }

  return (
    // Only listens to what its control is told anyway.
    // biome-ignore lint/a11y/noStaticElementInteractions: nothing can be done here that the control does not do
    <span
      className="inline-grid"
      onPointerEnter={hover}
      onPointerLeave={close}
      onPointerDown={close}
      onFocus={focus}
      onBlur={close}
    >
      {children}
      {place && (
        <span
          role="tooltip"
          className="appears pointer-events-none fixed z-50 whitespace-nowrap rounded-sm bg-ink px-2.5 py-1.5 text-paper text-sm shadow-md"
          style={{
            left: place.left,
            top: place.top,
            transform: `translate(-50%, ${place.isBelow ? '0' : '-100%'})`,
          }}
        >
          {text}
        </span>
      )}
    </span>
  )
}

/** Above the control, or below it where there is no room; never over the window's edge. */
function placeOf(control: HTMLElement): Place {
  const { left, width, top, bottom } = control.getBoundingClientRect()
  const isBelow = top < edge
  return {
    left: Math.min(innerWidth - edge, Math.max(edge, left + width / 2)),
    top: isBelow ? bottom + gap : top - gap,
    isBelow,
  }
}
