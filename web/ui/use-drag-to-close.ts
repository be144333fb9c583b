import { useEffect, useEffectEvent, useState } from 'react'
import { watchDrags } from './watch-drags.ts'

/** Lets a sheet at the bottom of a phone's screen be dragged down to close it. Returns the sheet's ref. */
export function useDragToClose(onClose: () => void) {
  const [sheet, setSheet] = useState<HTMLElement | null>(null)
  const close = useEffectEvent(onClose)

  // React's touch listeners are passive, so they cannot keep the browser from scrolling.
  useEffect(() => (sheet ? watchDrags(sheet, () => close()) : undefined), [sheet])
  return setSheet
}
