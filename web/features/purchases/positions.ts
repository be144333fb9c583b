import { readStored, removeStored, writeStored } from '../../ui/browser-storage.ts'

/** Seconds at the start and at the end that are not worth coming back to. */
const edges = { start: 5, end: 10 }

/** Where to go on the next time, in whole seconds; undefined to begin anew. */
export function positionToKeep({
  currentTime,
  duration,
}: {
  currentTime: number
  duration: number
}): number | undefined {
  if (!Number.isFinite(duration) || currentTime < edges.start) return undefined
  return currentTime > duration - edges.end ? undefined : Math.floor(currentTime)
}

// On this device alone, and never before a purchase.
export function keepPosition(place: string | undefined, seconds: number | undefined): void {
  if (seconds === undefined) removeStored('localStorage', `position/${place}`)
  else writeStored('localStorage', `position/${place}`, String(seconds))
}

export function keptPosition(place: string | undefined): number | undefined {
  const kept = Number(readStored('localStorage', `position/${place}`))
  return Number.isFinite(kept) && kept > 0 ? kept : undefined
}
