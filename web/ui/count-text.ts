import './page-site.ts'
import { site } from '../../contract/site.ts'

/** Formats a count: `1,234`. */
export function formatCount(count: number): string {
  return count.toLocaleString(site().locale)
}

/** Formats a count with its noun: `1 sale`, `1,234 sales`. */
export function pluralize(count: number, noun: string): string {
  return `${formatCount(count)} ${count === 1 ? noun : `${noun}s`}`
}

/** A share as a percentage, with one decimal under 10: `1.7%`, `26%`. A small share is never shown as zero. */
export function formatShare(share: number): string {
  const percent = share * 100
  if (percent > 0 && percent < 0.1) return 'under 0.1%'
  return `${percent > 0 && percent < 10 ? percent.toFixed(1) : Math.round(percent)}%`
}
