import { readStored, removeStored, writeStored } from '../ui/browser-storage.ts'

/**
 * Whether a creator has signed in on this device. It is a hint and proves nothing. On all other devices, tip pages skip
 * the request for the item's owner.
 */
const storageKey = 'sells-here'

export function markCreatorDevice(isSignedIn: boolean): void {
  // Without storage the creator can still open a test purchase from the dashboard.
  if (isSignedIn) writeStored('localStorage', storageKey, '1')
  else removeStored('localStorage', storageKey)
}

export function isCreatorDevice(): boolean {
  return readStored('localStorage', storageKey) !== undefined
}
