import { useEffect, useState } from 'react'
import { readStored, writeStored } from '../../ui/browser-storage.ts'

/** Whether this is the first time that this browser shows the purchase. A reload does not celebrate again. */
export function useCelebrateOnce(orderNumber: number): boolean {
  const key = `celebrated/${orderNumber}`
  const [isFirst] = useState(() => readStored('localStorage', key) === undefined)

  // Writes to the browser's storage.
  useEffect(() => {
    writeStored('localStorage', key, 'true')
  }, [key])
  return isFirst
}
