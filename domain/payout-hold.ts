/** The days that sales are on hold before they can be paid out, after `effectiveAt` and until the next change. */
export type HoldChange = { effectiveAt: Date; holdDays: number }

const dayMs = 24 * 3_600_000

/**
 * Sales from this time on are on hold. A sale can be paid out after the fewest hold days that were in effect at any
 * time since it was made, so more days postpone no earlier sale (docs/decisions/120). Of two sales the earlier one
 * never becomes available later, so one cutoff separates them. `changes` are in the order of their time; the first
 * also applies to the sales before it. Throws Error without one.
 */
export function holdCutoff(changes: ReadonlyArray<HoldChange>, now: Date): Date {
  let endMs = Number.POSITIVE_INFINITY
  let fewestDays = Number.POSITIVE_INFINITY
  for (const { effectiveAt, holdDays } of changes.toReversed()) {
    fewestDays = Math.min(fewestDays, holdDays)
    const lastAvailableMs = Math.min(now.getTime() - fewestDays * dayMs, endMs)
    if (effectiveAt === changes[0]?.effectiveAt || lastAvailableMs > effectiveAt.getTime())
      return new Date(lastAvailableMs + 1)
    endMs = effectiveAt.getTime()
  }
  throw new Error('The hold days are unknown.')
}
