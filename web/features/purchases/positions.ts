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

// On this device alone, and never before a purchase. A browser may refuse storage; then it begins anew.
export function keepPosition(place: string | undefined, seconds: number | undefined): void {
  try {
    if (seconds === undefined) localStorage.removeItem(`position/${place}`)
    else localStorage.setItem(`position/${place}`, String(seconds))
  } catch {}
}

export function keptPosition(place: string | undefined): number | undefined {
  try {
    const kept = Number(localStorage.getItem(`position/${place}`) ?? Number.NaN)
    return Number.isFinite(kept) && kept > 0 ? kept : undefined
  } catch {
    return undefined
  }
}
