import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react'
import { dictionary } from '../../../../contract/dictionary.ts'
import type { PreviewFocus } from '../../../../contract/preview-image.ts'

type FocalPointPickerProps = {
  focus: PreviewFocus
  onFocusChange: (focus: PreviewFocus) => void
  /** The whole image. */
  children: ReactNode
}

/** In percent of the image. */
const keyStep = 5
const arrowKeys: Record<string, PreviewFocus> = dictionary({
  ArrowLeft: { x: -keyStep, y: 0 },
  ArrowRight: { x: keyStep, y: 0 },
  ArrowUp: { x: 0, y: -keyStep },
  ArrowDown: { x: 0, y: keyStep },
})

/**
 * An image with a point on it that a press, a drag or the arrow keys move. Two range inputs hold the point for the form
 * and for screen readers; the four arrow keys work in both.
 */
export function FocalPointPicker({ focus, onFocusChange, children }: FocalPointPickerProps) {
  const press = useRef<'none' | 'tap' | 'drag'>('none')

  function moveTo({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    onFocusChange({ x: toPercent((clientX - left) / width), y: toPercent((clientY - top) / height) })
  }

  // On a touch screen only the point is dragged: a finger on the image scrolls the page.
  function startDrag(event: PointerEvent<HTMLElement>) {
    const isOnPoint = event.target instanceof Element && event.target.closest('[data-focal-point]') !== null
    if (!event.isPrimary || event.button !== 0) return
    press.current = event.pointerType === 'mouse' || isOnPoint ? 'drag' : 'tap'
    if (press.current === 'drag') event.currentTarget.setPointerCapture(event.pointerId)
  }

  function moveByKey(event: KeyboardEvent) {
    const step = arrowKeys[event.key]
    if (!step) return
    event.preventDefault()
    onFocusChange({ x: clamp(focus.x + step.x), y: clamp(focus.y + step.y) })
  }

  return (
    <fieldset
      aria-label="Focal point"
      className="group relative mx-auto w-fit min-w-0 cursor-crosshair select-none"
      onPointerDown={startDrag}
      onPointerMove={(event) => press.current === 'drag' && moveTo(event)}
      onPointerUp={(event) => {
        if (press.current !== 'none') moveTo(event)
        press.current = 'none'
      }}
      onPointerCancel={() => {
        press.current = 'none'
      }}
      onKeyDown={moveByKey}
    >
      {children}
      <Coordinate
        name="previewFocusX"
        label="From the left"
        value={focus.x}
        onChange={(x) => onFocusChange({ ...focus, x })}
      />
      <Coordinate
        name="previewFocusY"
        label="From the top"
        value={focus.y}
        onChange={(y) => onFocusChange({ ...focus, y })}
      />
      <span
        aria-hidden
        data-focal-point
        className="absolute grid size-11 -translate-x-1/2 -translate-y-1/2 cursor-grab touch-none place-items-center rounded-full group-has-[input:focus-visible]:outline-2 group-has-[input:focus-visible]:outline-brand active:cursor-grabbing"
        style={{ left: `${focus.x}%`, top: `${focus.y}%` }}
      >
        <span className="size-7 rounded-full border-3 border-white bg-black/35 shadow-[0_0_0_1.5px_#000a,inset_0_0_0_1.5px_#0006]" />
      </span>
    </fieldset>
  )
}

type CoordinateProps = { name: string; label: string; value: number; onChange: (value: number) => void }

function Coordinate({ name, label, value, onChange }: CoordinateProps) {
  return (
    <input
      type="range"
      name={name}
      aria-label={label}
      aria-valuetext={`${value}%`}
      min={0}
      max={100}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
      className="sr-only"
    />
  )
}

function toPercent(share: number): number {
  return clamp(Math.round(share * 100))
}

function clamp(percent: number): number {
  return Math.min(100, Math.max(0, percent))
}
