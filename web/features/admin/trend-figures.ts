import { monthName } from './admin-format.ts'

/** Events per sale; undefined in a month without sales. */
export function rateOf(events: number, sales: number): number | undefined {
  return sales === 0 ? undefined : events / sales
}

/** `1.2%`, `12%`; a dash without sales. */
export function formatRate(rate: number | undefined): string {
  if (rate === undefined) return '–'
  const percent = rate * 100
  return percent > 0 && percent < 10 ? `${percent.toFixed(1)}%` : `${Math.round(percent)}%`
}

/**
 * Three values for a chart's grid from zero: the highest is a round number at or above `max`, the middle one is half of
 * it.
 */
export function gridValues(max: number): [number, number, number] {
  const power = 10 ** Math.floor(Math.log10(Math.max(max, Number.MIN_VALUE)))
  const top = [1, 2, 2.5, 5, 10].map((step) => step * power).find((value) => value >= max) ?? max
  return max > 0 ? [0, top / 2, top] : [0, 0.5, 1]
}

/** The axis labels of the first, a middle and the last month. */
export function axisLabels(months: ReadonlyArray<{ month: number }>): Array<string> {
  const picked = [months[0], months[Math.floor(months.length / 2)], months.at(-1)]
  return picked.map((month) => (month ? monthName(month.month).slice(0, 3) : ''))
}
