import { pluralize } from '../../../../ui/format.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** What is due so soon is red. */
const urgentMs = 12 * hourMs

export type Due = { text: string; isUrgent: boolean }

/** How long there is to decide: `in 9 hours`, `tomorrow`, `3 days`, `2 days late`. */
export function dueIn(dueAt: string | null, now: number): Due {
  if (dueAt === null) return { text: 'no date', isUrgent: false }
  const left = Date.parse(dueAt) - now
  if (left < 0) return { text: `${span(-left)} late`, isUrgent: true }
  return { text: soonText(left), isUrgent: left <= urgentMs }
}

function soonText(left: number): string {
  if (left < dayMs) return `in ${span(left)}`
  return left < 2 * dayMs ? 'tomorrow' : span(left)
}

function span(ms: number): string {
  if (ms >= dayMs) return pluralize(Math.floor(ms / dayMs), 'day')
  if (ms >= hourMs) return pluralize(Math.floor(ms / hourMs), 'hour')
  return pluralize(Math.max(1, Math.floor(ms / 60_000)), 'minute')
}

/** The line beside the heading of the inbox. `next` is due first. */
export function inboxSummary(total: number, next: string | null | undefined, now: number): string {
  if (total === 0) return 'Nothing to decide'
  const count = total === 1 ? '1 to decide' : `${total} to decide`
  if (!next) return count
  const { text } = dueIn(next, now)
  if (text.endsWith(' late')) return `${count}, the first ${text}`
  return `${count}, the next one ${/^\d/.test(text) ? `in ${text}` : text}`
}
