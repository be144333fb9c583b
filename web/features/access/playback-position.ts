import { readStored, removeStored, writeStored } from '../../ui/browser-storage.ts'

/** Seconds at the start and at the end that are not worth coming back to. */
const ignoredSeconds = { start: 5, end: 10 }

/** Where to go on the next time, in whole seconds; undefined to begin anew. */
export function resumablePosition({
  currentTime,
  duration,
}: {
  currentTime: number
  duration: number
}): number | undefined {
  if (!Number.isFinite(duration) || currentTime < ignoredSeconds.start) return undefined
  return currentTime > duration - ignoredSeconds.end ? undefined : Math.floor(currentTime)
}

// On this device alone, and never before a purchase.
export function savePlaybackPosition(mediaKey: string | undefined, seconds: number | undefined): void {
  if (seconds === undefined) removeStored('localStorage', `position/${mediaKey}`)
  else writeStored('localStorage', `position/${mediaKey}`, String(seconds))
}

export function loadPlaybackPosition(mediaKey: string | undefined): number | undefined {
  const kept = Number(readStored('localStorage', `position/${mediaKey}`))
  return Number.isFinite(kept) && kept > 0 ? kept : undefined
}
