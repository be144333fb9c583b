import { periodPattern } from '../contract/admin-documents.ts'
import { type Day, startOfDayIn } from './dates.ts'

/** A year, a quarter or a month. */
export type Period = { year: number; quarter?: number; month?: number }

/** A period from `2026`, `2026-Q4` or `2026-11`. Throws for another text. */
export function parsePeriod(text: string): Period {
  const match = periodPattern.exec(text)
  if (!match) throw new Error(`${text} is no period`)
  const [, year, quarter, month] = match
  return {
    year: Number(year),
    ...(quarter && { quarter: Number(quarter) }),
    ...(month && { month: Number(month) }),
  }
}

export function formatPeriod({ year, quarter, month }: Period): string {
  if (quarter !== undefined) return `${year}-Q${quarter}`
  return month === undefined ? String(year) : `${year}-${String(month).padStart(2, '0')}`
}

/** The first day of a period, and the first after it. */
export function daysOfPeriod({ year, quarter, month }: Period): { first: Day; end: Day } {
  const from = month ?? (quarter === undefined ? 1 : quarter * 3 - 2)
  const months = month === undefined ? (quarter === undefined ? 12 : 3) : 1
  return { first: firstOf(year, from), end: firstOf(year, from + months) }
}

function firstOf(year: number, month: number): Day {
  return new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 10)
}

/** When a period begins and ends on the clocks of a place. */
export function periodIn(period: Period, timeZone: string): { from: Date; to: Date } {
  const { first, end } = daysOfPeriod(period)
  return { from: startOfDayIn(first, timeZone), to: startOfDayIn(end, timeZone) }
}
