import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { moveTo } from './row-order.ts'

type Rows<Row> = ReadonlyArray<Row>

type RowDragOptions<Row> = {
  list: Rows<Row>
  onChange: (change: (list: Rows<Row>) => Rows<Row>) => void
  announce: (sentence: string) => void
  /** The list with this row moved by one place. */
  moveBy: (list: Rows<Row>, key: string, step: -1 | 1) => Rows<Row>
  /** Where the row is now, for screen readers. */
  placeSentence: (list: Rows<Row>, key: string) => string
}

/** How near the edge of the window a dragged row scrolls the page, and by how much each time, in pixels. */
const scrollEdge = 70
const scrollStep = 14

/**
 * Lifts a row by its handle: with the pointer, or with Space, the arrow keys, and Space again. Escape puts it back. The
 * rows are the children of `rows` with their keys in `data-key`.
 */
export function useRowDrag<Row extends { key: string }>({
  list,
  onChange,
  announce,
  moveBy,
  placeSentence,
}: RowDragOptions<Row>) {
  const [lifted, setLifted] = useState<{ key: string; by: 'pointer' | 'keyboard'; before: Rows<Row> }>()
  const rows = useRef<HTMLUListElement>(null)
  const pointerY = useRef<number>(undefined)
  const nameAndPlace = (key: string, shown = list) => placeSentence(shown, key)

  function putBack() {
    if (!lifted) return
    onChange(() => lifted.before)
    announce(`Put back. ${nameAndPlace(lifted.key, lifted.before)}`)
    setLifted(undefined)
  }

  function drop() {
    if (!lifted) return
    announce(`Dropped. ${nameAndPlace(lifted.key)}`)
    setLifted(undefined)
  }

  // Follows the pointer over the whole window, because the row that it drags is moved within the page.
  useEffect(() => {
    if (lifted?.by !== 'pointer') return
    const { key } = lifted
    const follow = () => {
      if (pointerY.current === undefined) return
      const index = rowsAbove(rows.current, key, pointerY.current)
      onChange((now) => moveTo(now, key, index))
    }
    const onMove = (event: globalThis.PointerEvent) => {
      pointerY.current = event.clientY
      follow()
    }
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape') putBack()
    }
    const scrolling = setInterval(() => {
      const step = scrollStepAt(pointerY.current)
      if (step === 0) return
      scrollBy(0, step)
      follow()
    }, 16)
    addEventListener('pointermove', onMove)
    addEventListener('pointerup', drop)
    addEventListener('pointercancel', putBack)
    addEventListener('keydown', onKey)
    return () => {
      clearInterval(scrolling)
      removeEventListener('pointermove', onMove)
      removeEventListener('pointerup', drop)
      removeEventListener('pointercancel', putBack)
      removeEventListener('keydown', onKey)
    }
  })

  function onPointerDown(event: PointerEvent, key: string) {
    if (event.button !== 0 || !event.isPrimary) return
    pointerY.current = undefined
    setLifted({ key, by: 'pointer', before: list })
  }

  function onKeyDown(event: KeyboardEvent, key: string) {
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault()
      if (lifted) return drop()
      setLifted({ key, by: 'keyboard', before: list })
      return announce(
        `${nameAndPlace(key)} Move it with the arrow keys, drop it with Space, put it back with Escape.`,
      )
    }
    if (!lifted) return
    if (event.key === 'Escape') return putBack()
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined
    if (step === undefined) return
    event.preventDefault()
    const moved = moveBy(list, key, step)
    onChange(() => moved)
    announce(nameAndPlace(key, moved))
  }

  const gripProps = (key: string) => ({
    'aria-pressed': lifted?.key === key,
    onPointerDown: (event: PointerEvent) => onPointerDown(event, key),
    onKeyDown: (event: KeyboardEvent) => onKeyDown(event, key),
    onBlur: () => lifted?.by === 'keyboard' && drop(),
  })
  return { rows, liftedKey: lifted?.key, gripProps }
}

/** How many of the other rows have their middle above this height of the window. */
function rowsAbove(rows: HTMLUListElement | null, key: string, y: number): number {
  const others = [...(rows?.children ?? [])].filter((row) => row.getAttribute('data-key') !== key)
  return others.filter((row) => {
    const { top, height } = row.getBoundingClientRect()
    return top + height / 2 < y
  }).length
}

function scrollStepAt(y: number | undefined): number {
  if (y === undefined) return 0
  if (y < scrollEdge) return -scrollStep
  return y > innerHeight - scrollEdge ? scrollStep : 0
}
