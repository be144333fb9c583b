import { useEffect, useState } from 'react'
import { readStored, writeStored } from '../../ui/browser-storage.ts'

/** Whether this browser shows the purchase for the first time. False after a reload. */
export function useCelebrateOnce(orderNumber: number): boolean {
  const key = `celebrated/${orderNumber}`
  const [isFirst] = useState(() => readStored('localStorage', key) === undefined)

  // Writes to the browser's storage.
  useEffect(() => {
    writeStored('localStorage', key, 'true')
  }, [key])
  return isFirst
}
