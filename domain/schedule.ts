const dayMs = 24 * 3_600_000

/**
 * The last time of a daily schedule that is not after `now`: today's or yesterday's. Times are `HH:MM` in UTC. Undefined
 * for an empty schedule.
 */
export function latestScheduledTime(times: ReadonlyArray<string>, now: Date): Date | undefined {
  const past = timesOfToday(times, now).map((at) => (at <= now.getTime() ? at : at - dayMs))
  return past.length === 0 ? undefined : new Date(Math.max(...past))
}

/** The first time of a daily schedule after `now`: today's or tomorrow's. Undefined for an empty schedule. */
export function nextScheduledTime(times: ReadonlyArray<string>, now: Date): Date | undefined {
  const future = timesOfToday(times, now).map((at) => (at > now.getTime() ? at : at + dayMs))
  return future.length === 0 ? undefined : new Date(Math.min(...future))
}

function timesOfToday(times: ReadonlyArray<string>, now: Date): Array<number> {
  const today = now.toISOString().slice(0, 10)
  return times.map((time) => Date.parse(`${today}T${time}:00Z`))
}
