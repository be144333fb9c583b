import { dateLocale } from '../../contract/site.ts'

/** A chart of up to so many days has each of them on its axis, one of more days the Mondays. */
const maxDaysWithEachLabel = 7

/** `Mon, Nov 2` for a Monday among many days; otherwise undefined. In UTC, like the days of the ledger. */
export function mondayTick(day: string, dayCount: number): string | undefined {
  const date = new Date(day)
  if (dayCount <= maxDaysWithEachLabel || date.getUTCDay() !== 1) return undefined
  return new Intl.DateTimeFormat(dateLocale(), {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(date)
}
