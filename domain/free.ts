import { limits } from '../contract/limits.ts'

/** Counts of one free item: how many got it in the last hour, and the visitors of its page in the same day. */
export type FreeDemand = { claimCount: number; viewCount: number }

/** Whether far more get a free item than look at its page, as programs do that never open it. */
export function isFreeSurge({ claimCount, viewCount }: FreeDemand): boolean {
  return claimCount >= limits.minFreeSurge && claimCount > limits.freeSurgeViewRatio * viewCount
}

/** Whether a free item is given to nobody at this moment. */
export function isFreePaused({ freePausedUntil }: { freePausedUntil: Date | null }, now: Date): boolean {
  return freePausedUntil !== null && freePausedUntil > now
}
