import { readStored, removeStored, writeStored } from '../ui/browser-storage.ts'

/**
 * Whether a creator has signed in on this device. It proves nothing; it saves everyone else's tip pages the request
 * for the item's owner.
 */
const key = 'sells-here'

export function markCreatorDevice(isSignedIn: boolean): void {
  // Without storage the creator can still open a test purchase from the dashboard.
  if (isSignedIn) writeStored('localStorage', key, '1')
  else removeStored('localStorage', key)
}

export function isCreatorDevice(): boolean {
  return readStored('localStorage', key) !== undefined
}
