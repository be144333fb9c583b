import { limits } from '../contract/limits.ts'
import { dateLocale } from '../contract/site.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** The day of an item, and when its creator deleted it or an admin took it down. */
export type ReleasedItem = {
  releaseAt: Date | null
  deletedAt: Date | null
  takenDownAt: Date | null
}

/** What a buyer was promised: the first day that they were shown, and when the wait was over. Null for no promise. */
export type Promised = { promisedReleaseAt: Date | null; releasedAt: Date | null }

/** `out`: it is delivered. `waiting`: its day has not come. `canceled`: it was withdrawn before its day, so it never comes. */
export type ReleaseState = 'out' | 'waiting' | 'canceled'

/**
 * What a purchase gives now. The clock decides, so nothing has to run for it to open. Who paid without a promise, before the
 * day was set, has it at once, and what came out once stays out.
 */
export function releaseState(
  { promisedReleaseAt, releasedAt }: Promised,
  item: ReleasedItem,
  now: Date,
): ReleaseState {
  if (promisedReleaseAt === null || releasedAt !== null || item.releaseAt === null) return 'out'
  if (isWithdrawn(item)) return 'canceled'
  return item.releaseAt > now ? 'waiting' : 'out'
}

/** Whether an item was withdrawn before its day. */
export function isWithdrawn({ releaseAt, deletedAt, takenDownAt }: ReleasedItem): boolean {
  return releaseAt !== null && [deletedAt, takenDownAt].some((since) => since !== null && since < releaseAt)
}

/** Whether an item is sold before its day. */
export function isBeforeRelease(releaseAt: Date | null, now: Date): releaseAt is Date {
  return releaseAt !== null && releaseAt > now
}

/** From when on a buyer who still waits is refunded by itself: 14 days after the first day that they were shown. */
export function lateRefundAt(promisedReleaseAt: Date): Date {
  return new Date(promisedReleaseAt.getTime() + limits.lateReleaseDays * dayMs)
}

/** From when the days of the refund guarantee count: a buyer who waited could not open it before its day. */
export function guaranteeStart(
  purchase: { paidAt: Date } & Promised,
  item: { releaseAt: Date | null },
  now: Date,
): Date {
  const { paidAt, promisedReleaseAt, releasedAt } = purchase
  if (promisedReleaseAt === null) return paidAt
  const outAt = releasedAt ?? item.releaseAt ?? paidAt
  return new Date(Math.max(paidAt.getTime(), Math.min(outAt.getTime(), now.getTime())))
}

const localTimePattern = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)$/

/**
 * The moment of a day and time, `2026-12-04T18:00`, on the clocks of a place. A time that they skip is as much later as they
 * skip, and of one that they show twice it is the first. Undefined for what is no day or time. Throws RangeError for an
 * unknown zone.
 */
export function momentIn(localTime: string, timeZone: string): Date | undefined {
  if (!localTimePattern.test(localTime)) return undefined
  const asUtc = new Date(`${localTime}:00Z`)
  // JavaScript turns February 30 into March 2.
  if (Number.isNaN(asUtc.getTime()) || asUtc.toISOString().slice(0, 16) !== localTime) return undefined
  const before = offsetMs(new Date(asUtc.getTime() - dayMs), timeZone)
  const after = offsetMs(new Date(asUtc.getTime() + dayMs), timeZone)
  const moments = [before, after].map((offset) => asUtc.getTime() - offset)
  const shown = moments.filter((ms) => localTimeIn(new Date(ms), timeZone) === localTime)
  return new Date(shown.length > 0 ? Math.min(...shown) : asUtc.getTime() - before)
}

/** The day and time of a moment on the clocks of a place, `2026-12-04T18:00`. */
export function localTimeIn(moment: Date, timeZone: string): string {
  return new Date(moment.getTime() + offsetMs(moment, timeZone)).toISOString().slice(0, 16)
}

/** Made once for each zone, because that takes much longer than using them. */
const clockFormats = new Map<string, Intl.DateTimeFormat>()

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const day = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const time = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const
  const format =
    clockFormats.get(timeZone) ??
    // The only language that writes a date as we do.
    new Intl.DateTimeFormat('sv-SE', { ...day, ...time, timeZone })
  clockFormats.set(timeZone, format)
  return format
}

/** How much later it is in a place than in UTC. */
function offsetMs(moment: Date, timeZone: string): number {
  const wholeSecond = Math.floor(moment.getTime() / 1000) * 1000
  const shown = clockOf(timeZone).format(wholeSecond)
  return Date.parse(`${shown.replace(' ', 'T')}Z`) - wholeSecond
}

/** The sentence of a release day that can't be set; undefined for one that can. */
export function releaseProblem(releaseAt: Date, now: Date): string | undefined {
  if (releaseAt <= now) return 'Choose a day and time that is still to come'
  const isTooFar = releaseAt.getTime() - now.getTime() > limits.maxReleaseDays * dayMs
  return isTooFar ? `Choose a day within the next ${limits.maxReleaseDays} days` : undefined
}

const chooseMessage = 'Choose a day and time'

/** The fields of an item's form: a day and time on the clocks of a place; empty for no release day. */
export type ReleaseFields = { releaseAt?: string; releaseTimeZone?: string }

/** The sentence for a release that is no day and time. Whether it is still to come is known when it is stored. */
export function releaseFieldProblems({
  releaseAt = '',
  releaseTimeZone = '',
}: ReleaseFields): Record<string, string> {
  if (releaseAt === '' || momentIn(releaseAt, releaseTimeZone || 'UTC') !== undefined) return {}
  return { releaseAt: chooseMessage }
}

/** The release of a form without problems. Without a zone the day is one of UTC. */
export function parseRelease({ releaseAt = '', releaseTimeZone = '' }: ReleaseFields): {
  releaseAt: Date | null
  releaseTimeZone: string
} {
  const timeZone = releaseTimeZone || 'UTC'
  const moment = releaseAt === '' ? undefined : momentIn(releaseAt, timeZone)
  return moment ? { releaseAt: moment, releaseTimeZone: timeZone } : { releaseAt: null, releaseTimeZone: '' }
}

/** Names of cities that time zones still have in an older spelling. */
const placeNames = new Map([
  ['Calcutta', 'Kolkata'],
  ['Katmandu', 'Kathmandu'],
  ['Kiev', 'Kyiv'],
  ['Rangoon', 'Yangon'],
  ['Saigon', 'Ho Chi Minh City'],
])

/** The place of a time zone: `Europe/Rome` → `Rome`. Undefined for one of no place, such as `UTC`. */
export function placeOf(timeZone: string): string | undefined {
  if (!timeZone.includes('/') || timeZone.startsWith('Etc/')) return undefined
  const name = (timeZone.split('/').at(-1) ?? '').replaceAll('_', ' ')
  return placeNames.get(name) ?? name
}

/** A day with its time in a place, in words. */
export type ReleaseWords = {
  /** `Friday, Dec 4` */
  day: string
  /** `Dec 4` */
  shortDay: string
  /** `Friday, Dec 4, 6 PM in Rome` */
  full: string
}

/** The words for a release. They have no year, because it is less than one away. */
export function releaseWords(releaseAt: Date, timeZone: string): ReleaseWords {
  const day = inWords(releaseAt, timeZone, { weekday: 'long', month: 'short', day: 'numeric' })
  const isFullHour = localTimeIn(releaseAt, timeZone).endsWith(':00')
  const time = inWords(releaseAt, timeZone, { hour: 'numeric', ...(!isFullHour && { minute: '2-digit' }) })
  const place = placeOf(timeZone)
  return {
    day,
    shortDay: shortDayIn(releaseAt, timeZone),
    full: `${day}, ${time} ${place ? `in ${place}` : timeZoneName(timeZone)}`,
  }
}

/** `Dec 4`, on the clocks of a place. */
export function shortDayIn(moment: Date, timeZone: string): string {
  return inWords(moment, timeZone, { month: 'short', day: 'numeric' })
}

/** The name of a time zone of no place: `Etc/GMT+3` → `GMT+3`. */
export const timeZoneName = (timeZone: string) => timeZone.replace('Etc/', '').replaceAll('_', ' ')

/** A moment in a time zone, written as on this site. */
export function inWords(moment: Date, timeZone: string, parts: Intl.DateTimeFormatOptions): string {
  const text = new Intl.DateTimeFormat(dateLocale(), { ...parts, timeZone }).format(moment)
  // Some versions write a narrow space before PM, some a plain one.
  return text.replaceAll('\u202f', ' ')
}

/** The day until which the earnings of a sale are on hold for its release; null when they are not. */
export function heldUntil(
  purchase: Promised,
  { releaseTimeZone, ...item }: ReleasedItem & { releaseTimeZone: string },
  now: Date,
): string | null {
  if (item.releaseAt === null || releaseState(purchase, item, now) !== 'waiting') return null
  return shortDayIn(item.releaseAt, releaseTimeZone)
}

export type Countdown = { days: number; hours: number; minutes: number }

/** What is left until a release, in whole minutes, from 30 days before it on. Null earlier, and once it is out. */
export function countdown(releaseAt: Date, now: Date): Countdown | null {
  const leftMs = releaseAt.getTime() - now.getTime()
  if (leftMs <= 0 || leftMs > limits.countdownDays * dayMs) return null
  const minutes = Math.ceil(leftMs / minuteMs)
  return { days: Math.floor(minutes / 1440), hours: Math.floor((minutes % 1440) / 60), minutes: minutes % 60 }
}
