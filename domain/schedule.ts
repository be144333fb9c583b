const dayMs = 24 * 3_600_000

/**
 * The last time of a daily schedule that is not after `now`: today's or yesterday's. Times are `HH:MM` in UTC. Undefined
 * for an empty schedule.
 */
export function latestScheduledTime(times: ReadonlyArray<string>, now: Date): Date | undefined {
  const today = now.toISOString().slice(0, 10)
  const past = times.map((time) => {
    const at = Date.parse(`${today}T${time}:00Z`)
    return at <= now.getTime() ? at : at - dayMs
  })
  return past.length === 0 ? undefined : new Date(Math.max(...past))
}
