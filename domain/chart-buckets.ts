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
