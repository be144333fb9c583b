/** `localStorage` lasts on this device, `sessionStorage` for this tab. */
export type StorageArea = 'localStorage' | 'sessionStorage'

// All access to both is here: a browser that blocks site data throws a SecurityError when the property is read.

/** Undefined when nothing is stored or the browser blocks storage. */
export function readStored(area: StorageArea, key: string): string | undefined {
  try {
    return globalThis[area].getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** False when the browser blocks storage or the quota is used up. */
export function writeStored(area: StorageArea, key: string, value: string): boolean {
  try {
    globalThis[area].setItem(key, value)
    return true
  } catch {
    return false
  }
}

export function removeStored(area: StorageArea, key: string): void {
  try {
    globalThis[area].removeItem(key)
  } catch {
    // A blocked storage has nothing to remove.
  }
}
