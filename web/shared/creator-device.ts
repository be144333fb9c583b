import { readStored, removeStored, writeStored } from '../ui/browser-storage.ts'

/**
 * Whether somebody who sells has signed in on this device. No proof of anything: it only spares everybody else's tip pages
 * the question whose item it is.
 */
const key = 'sells-here'

export function markCreatorDevice(isSignedIn: boolean): void {
  // Without storage the dashboard still leads to a test purchase.
  if (isSignedIn) writeStored('localStorage', key, '1')
  else removeStored('localStorage', key)
}

export function isCreatorDevice(): boolean {
  return readStored('localStorage', key) !== undefined
}
