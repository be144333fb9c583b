import { useSyncExternalStore } from 'react'
import { formatDateTime, pluralize } from './format.ts'
import { formatLocalTime } from './local-time-script.ts'

/** A moment until which something can be done: how much time is left, and when that is for the reader. Its tooltip is the UTC time. */
export function Deadline({ iso }: { iso: string }) {
  const text = useSyncExternalStore(
    everyMinute,
    () => formatDeadline(iso, new Date()),
    () => formatDateTime(iso),
  )
  return (
    <time dateTime={iso} title={formatDateTime(iso)}>
      {text}
    </time>
  )
}

function everyMinute(onChange: () => void) {
  const timer = setInterval(onChange, 60_000)
  return () => clearInterval(timer)
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/**
 * How much time is left, and when it ends in the reader's time zone: `in 3 days, Sun 12:19 PM`. From a week on the date
 * takes the place of the weekday; a moment in the past is only its time.
 */
export function formatDeadline(iso: string, now: Date): string {
  const leftMs = Date.parse(iso) - now.getTime()
  if (leftMs <= 0) return formatLocalTime(iso, 'time')
  const left =
    leftMs < hourMs
      ? pluralize(Math.max(1, Math.floor(leftMs / 60_000)), 'minute')
      : leftMs < 2 * dayMs
        ? pluralize(Math.floor(leftMs / hourMs), 'hour')
        : pluralize(Math.floor(leftMs / dayMs), 'day')
  const when = new Intl.DateTimeFormat(readerLocale(), {
    ...(leftMs < 6 * dayMs ? { weekday: 'short' } : { day: 'numeric', month: 'short' }),
    hour: 'numeric',
    minute: '2-digit',
  }).format(new Date(iso))
  return `in ${left}, ${when}`
}

/** The same choice as in `formatLocalTime` (local-time-script.ts), which can use nothing outside itself. */
export function readerLocale(): string {
  const siteLocale = globalThis.document?.documentElement.dataset.locale?.replace(/^.*-/, 'en-')
  return siteLocale ?? navigator.languages.find((name) => /^en(-([a-z]{2}|\d{3}))?$/i.test(name)) ?? 'en-US'
}
