import { readStored, writeStored } from '../../../ui/browser-storage.ts'

/** The item that was chosen last for a link with a code, on this device. Links of other codes for everything are for it too. */
export function lastSharedId(): number | undefined {
  return Number(readStored('localStorage', key)) || undefined
}

export function rememberShared(id: number): void {
  writeStored('localStorage', key, String(id))
}

const key = 'last-shared-item'
