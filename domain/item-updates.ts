import { site } from '../contract/site.ts'
import { versionLimits } from '../contract/version-limits.ts'

/** From when on buyers may be emailed about an item again; undefined when they may be now. */
export function nextEmailAt(lastEmailedAt: Date | null, now: Date): Date | undefined {
  if (!lastEmailedAt) return undefined
  const next = new Date(lastEmailedAt.getTime() + versionLimits.emailIntervalMs)
  return next > now ? next : undefined
}

type Refusal = { lastEmailedAt: Date; nextAt: Date; now: Date; timeZone: string | undefined }

/**
 * Why buyers are not emailed now: `You emailed them today. The next update can go out tomorrow at 3:10 PM.` Without a time
 * zone, the one of the browser or the server.
 */
export function emailedTodaySentence({ lastEmailedAt, nextAt, now, timeZone }: Refusal): string {
  const zone = timeZone === undefined ? {} : { timeZone }
  const dayOf = (date: Date) => date.toLocaleDateString('sv-SE', zone)
  const time = nextAt.toLocaleTimeString(site().locale, { hour: 'numeric', minute: '2-digit', ...zone })
  const last = dayOf(lastEmailedAt) === dayOf(now) ? 'today' : 'yesterday'
  const next = dayOf(nextAt) === dayOf(now) ? 'today' : 'tomorrow'
  const ofZone = timeZone === 'UTC' ? ' UTC' : ''
  return `You emailed them ${last}. The next update can go out ${next} at ${time}${ofZone}.`
}
