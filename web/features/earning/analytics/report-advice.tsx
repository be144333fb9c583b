import { Info } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AnalyticsReport } from '../../../../contract/analytics.ts'

type Totals = { paidViews: number; checkouts: number; sales: number }
type Source = AnalyticsReport['sources'][number]
type Hour = AnalyticsReport['hours'][number]

/** With lower counts than these, a share is not meaningful. */
export const minViewsToCompare = 20
export const minSalesToCompare = 5
/** How many sales a week needs before one part of it can stand out. */
const minSalesOfWeek = 10

type Converted = { paidViews: number; sales: number }

/**
 * The share of views that became sales. Views of free items don't count. Undefined without views, and above 1, when views were
 * before the range.
 */
export function conversionOf({ paidViews, sales }: Converted): number | undefined {
  return paidViews === 0 || sales > paidViews ? undefined : sales / paidViews
}

export function funnelAdvice({ paidViews: views, checkouts, sales }: Totals): string {
  if (views === 0) return 'No visits in this period. Share a link to see where people drop off.'
  if (views < minViewsToCompare)
    return 'Too few visits yet to say where people drop off. Share your link again.'
  if (checkouts / views < 0.05)
    return 'Most visitors leave before checkout. Try another cover, or say more about what’s inside.'
  if (checkouts > 0 && sales / checkouts < 0.5)
    return 'Many people start checkout and don’t finish. A lower price or minimum may help.'
  if (sales < minSalesToCompare) return 'Too few sales yet to say more. Share your link again.'
  return 'People who come tend to buy. Bring more of them to your pages.'
}

/** The source with the best conversion among those with enough views and sales. */
export function bestSource(sources: ReadonlyArray<Source>): Source | undefined {
  const rate = (source: Source) => conversionOf(source) ?? 0
  return sources
    .filter((source) => source.paidViews >= minViewsToCompare && source.sales >= minSalesToCompare)
    .filter((source) => rate(source) > 0)
    .reduce<Source | undefined>(
      (best, source) => (best && rate(best) >= rate(source) ? best : source),
      undefined,
    )
}

export function sourceAdvice(sources: ReadonlyArray<Source>, total: Totals): string {
  const best = bestSource(sources.filter(({ source }) => source !== ''))
  const [rate, average] = [best && conversionOf(best), conversionOf(total)]
  if (!best || rate === undefined)
    return 'Add ?utm_source=newsletter to a link you share, and you’ll see what it sells.'
  const times = average ? rate / average : 0
  // A source is the host of a site, or what a link calls itself.
  const name = best.source.includes('.') ? best.source : `Your ${best.source}`
  if (times < 1.1) return `${name} sells best. Share there again.`
  return `${name} sells best, at ${timesText(times)} your average. Share there again.`
}

/** `twice`, `2.5 times`. */
function timesText(times: number): string {
  const rounded = times.toFixed(1)
  return rounded === '2.0' ? 'twice' : `${rounded} times`
}

const windowHours = 4

type BusiestWindow = { weekday: number; from: number; sales: number; share: number }

/** The four hours of a weekday with the most sales; undefined with too few sales. */
export function busiestWindow(hours: ReadonlyArray<Hour>): BusiestWindow | undefined {
  const total = hours.reduce((sum, { sales }) => sum + sales, 0)
  if (total < minSalesOfWeek) return undefined
  const salesIn = (weekday: number, from: number) =>
    hours.reduce(
      (sum, cell) =>
        cell.weekday === weekday && cell.hour >= from && cell.hour < from + windowHours
          ? sum + cell.sales
          : sum,
      0,
    )
  let best = { weekday: 0, from: 0, sales: 0 }
  for (let weekday = 0; weekday < 7; weekday++) {
    for (let from = 0; from <= 24 - windowHours; from++) {
      const sales = salesIn(weekday, from)
      if (sales > best.sales) best = { weekday, from, sales }
    }
  }
  return { ...best, share: best.sales / total }
}

export const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** `6 PM`, `12 AM`. */
export function hourLabel(hour: number): string {
  return `${hour % 12 === 0 ? 12 : hour % 12} ${hour % 24 < 12 ? 'AM' : 'PM'}`
}

export function hoursAdvice(hours: ReadonlyArray<Hour>): string {
  const busiest = busiestWindow(hours)
  if (!busiest) return 'After ten sales in this period, you’ll see when people buy.'
  const { weekday, from, sales, share } = busiest
  if (sales < minSalesToCompare) return 'No time of the week stands out yet.'
  const window = `${weekdayNames[weekday]}s from ${hourLabel(from)} to ${hourLabel(from + windowHours)}`
  return `${window} bring ${Math.round(share * 100)}% of your sales. Post just before.`
}

/** `Times in Rome (GMT+1)`. */
export function timeZoneLabel(timeZone: string, at: Date): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(at)
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const city = cityOf(timeZone)
  return city === 'UTC' ? 'Times in UTC' : `Times in ${city} (${offset})`
}

/** `Days start at 7:00 PM in New York`: the ledger's days begin at midnight UTC. */
export function dayStartLabel(timeZone: string, day: string): string {
  const city = cityOf(timeZone)
  if (city === 'UTC') return 'Days are in UTC.'
  const start = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })
  return `Days start at ${start.format(new Date(`${day}T00:00:00Z`))} in ${city}, midnight UTC.`
}

function cityOf(timeZone: string): string {
  return timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone
}

export function Advice({ children }: { children: ReactNode }) {
  return (
    <p className="flex gap-2.5 bg-sunken px-4 py-3 text-ink-soft sm:px-[22px]">
      <Info aria-hidden className="mt-0.5 size-[18px] shrink-0" />
      <span className="wrap-anywhere">{children}</span>
    </p>
  )
}
