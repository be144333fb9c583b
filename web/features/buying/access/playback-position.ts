import { readStored, removeStored, writeStored } from '../../../ui/browser-storage.ts'

/** Positions closer to the start or end than this are not resumed. */
const ignoredSeconds = { start: 5, end: 10 }

type ResumablePositionInput = { currentTime: number; duration: number }

/** The position to resume at, in whole seconds; undefined to start from the beginning. */
export function resumablePosition({ currentTime, duration }: ResumablePositionInput): number | undefined {
  if (!Number.isFinite(duration) || currentTime < ignoredSeconds.start) return undefined
  return currentTime > duration - ignoredSeconds.end ? undefined : Math.floor(currentTime)
}

/** Stores the position on this device; undefined removes it. */
export function savePlaybackPosition(mediaKey: string | undefined, seconds: number | undefined): void {
  if (seconds === undefined) removeStored('localStorage', `position/${mediaKey}`)
  else writeStored('localStorage', `position/${mediaKey}`, String(seconds))
}

/** The stored position in seconds. */
export function loadPlaybackPosition(mediaKey: string | undefined): number | undefined {
  const stored = Number(readStored('localStorage', `position/${mediaKey}`))
  return Number.isFinite(stored) && stored > 0 ? stored : undefined
}

/** The URL of a file that cannot be played must not be refreshed in a loop. */
export const minRefreshIntervalMs = 60_000
export const saveIntervalMs = 5_000
