/** `localStorage` stays on this device, `sessionStorage` for this tab. */
export type StorageArea = 'localStorage' | 'sessionStorage'

// The one place that touches either: a browser that blocks site data throws a SecurityError already when they are named.

/** Undefined where nothing is stored, or the browser refuses. */
export function readStored(area: StorageArea, key: string): string | undefined {
  try {
    return globalThis[area].getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** False when the browser refuses: site data is blocked, or its room is used up. */
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
    // What a browser does not store needs no removing.
  }
}
