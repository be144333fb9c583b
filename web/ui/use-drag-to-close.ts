import { type PointerEvent, useRef } from 'react'

/** How far a sheet is dragged down until letting go closes it. */
const closeDistancePx = 96

/** Lets a sheet at the bottom of the screen follow a drag on its grip, and closes it when it was dragged far enough. */
export function useDragToClose(onClose: () => void) {
  const sheet = useRef<HTMLDivElement>(null)
  const startY = useRef<number>(undefined)

  function moveTo(distancePx: number) {
    if (sheet.current) sheet.current.style.translate = distancePx > 0 ? `0 ${distancePx}px` : ''
  }
  function end({ clientY }: PointerEvent) {
    if (startY.current === undefined) return
    const distancePx = clientY - startY.current
    startY.current = undefined
    if (distancePx > closeDistancePx) onClose()
    else moveTo(0)
  }
  const grip = {
    onPointerDown(event: PointerEvent) {
      startY.current = event.clientY
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove({ clientY }: PointerEvent) {
      if (startY.current !== undefined) moveTo(clientY - startY.current)
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
  return { sheet, grip }
}
