import type { MinorUnits } from '../contract/money.ts'
import { addDays, countUtcDays, type Day, utcDaysInRange } from './dates.ts'

export type Interval = 'day' | 'week' | 'month'

/** The longest ranges, in days, that are shown by day and by week. */
const maxDaysByDay = 92
const maxDaysByWeek = 400

/** The interval in which a range of days is shown, so that a chart has at most about 90 bars. */
export function intervalFor({ from, to }: { from: Day; to: Day }): Interval {
  const days = countUtcDays(from, to)
  if (days <= maxDaysByDay) return 'day'
  return days <= maxDaysByWeek ? 'week' : 'month'
}

/** The first day of the day, week or month that contains a day. Weeks begin on Monday. */
export function stepStart(day: Day, interval: Interval): Day {
  if (interval === 'day') return day
  if (interval === 'month') return `${day.slice(0, 7)}-01`
  const daysSinceMonday = (new Date(day).getUTCDay() + 6) % 7
  return addDays(day, -daysSinceMonday)
}

/** The first day of every interval in a range, in order, without gaps. The first may be before the range. */
export function stepsInRange({ from, to }: { from: Day; to: Day }, interval: Interval): Array<Day> {
  return [...new Set(utcDaysInRange(from, to).map((day) => stepStart(day, interval)))]
}

/** The number of sales at which this amount was paid. */
export type PaidAmount = { amount: MinorUnits; sales: number }

/** Both ends belong to the bucket; `to` is undefined for the last one when it has no upper end. */
export type AmountBucket = { from: MinorUnits; to: MinorUnits | undefined; sales: number }

const maxBuckets = 8
/** In minor units. */
const minBucketWidth = 100
/** The share of sales with buckets of equal width. Higher amounts share the last bucket, to keep the chart readable. */
const usualShare = 0.9

/**
 * The sales in at most eight buckets of a round width (1, 2 or 5 times a power of ten, in minor units), from the lowest
 * amount on. Empty without sales.
 */
export function bucketAmounts(paid: ReadonlyArray<PaidAmount>): Array<AmountBucket> {
  const sorted = paid.toSorted((a, b) => a.amount - b.amount)
  const [lowest] = sorted
  if (!lowest) return []
  const usual = usualMaximum(sorted)
  const width = bucketWidth(lowest.amount, usual)
  const first = Math.floor(lowest.amount / width)
  const last = Math.floor(usual / width)
  const buckets = Array.from({ length: last - first + 1 }, (_, index) => {
    const from = (first + index) * width
    return { from, to: from + width - 1, sales: countBetween(sorted, from, from + width) }
  })
  const rest = countBetween(sorted, (last + 1) * width, Number.POSITIVE_INFINITY)
  return rest === 0 ? buckets : [...buckets, { from: (last + 1) * width, to: undefined, sales: rest }]
}

/** The amount that nine of ten sales do not exceed. */
function usualMaximum(sorted: ReadonlyArray<PaidAmount>): MinorUnits {
  const needed = usualShare * sorted.reduce((sum, { sales }) => sum + sales, 0)
  let counted = 0
  for (const { amount, sales } of sorted) {
    counted += sales
    if (counted >= needed) return amount
  }
  return sorted.at(-1)?.amount ?? 0
}

function bucketWidth(lowest: MinorUnits, highest: MinorUnits): MinorUnits {
  for (let power = minBucketWidth; ; power *= 10)
    for (const width of [power, 2 * power, 5 * power])
      if (Math.floor(highest / width) - Math.floor(lowest / width) < maxBuckets - 1) return width
}

function countBetween(paid: ReadonlyArray<PaidAmount>, from: MinorUnits, end: MinorUnits): number {
  return paid.reduce((sum, { amount, sales }) => (amount >= from && amount < end ? sum + sales : sum), 0)
}

/** A weekday, 0 for Monday, and an hour of the day. */
export type WeekdayHour = { weekday: number; hour: number }

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Returns a function for the weekday and hour of a moment in a time zone. Throws RangeError for an unknown zone. */
export function weekdayHourIn(timeZone: string): (moment: Date) => WeekdayHour {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: 'numeric',
    hourCycle: 'h23',
  })
  return (moment) => {
    const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]))
    return { weekday: weekdays.indexOf(parts.get('weekday') ?? ''), hour: Number(parts.get('hour')) }
  }
}
