import { useSyncExternalStore } from 'react'
import { formatDate, formatDateTime, pluralize } from './format.ts'
import { formatLocalTime } from './local-time-script.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** How long ago a moment was: `just now`, `5 minutes ago`, `yesterday`. From a week on it is its date. The tooltip has the UTC time. */
export function RelativeTime({ iso }: { iso: string }) {
  const text = useSyncExternalStore(
    everyMinute,
    () => formatTimeAgo(iso, new Date()) ?? formatLocalTime(iso, 'date'),
    () => formatTimeAgo(iso, new Date()) ?? formatDate(iso),
  )
  return (
    // A minute may have passed since the server rendered it.
    <time dateTime={iso} title={formatDateTime(iso)} className="whitespace-nowrap" suppressHydrationWarning>
      {text}
    </time>
  )
}

function everyMinute(onChange: () => void) {
  const timer = setInterval(onChange, minuteMs)
  return () => clearInterval(timer)
}

/** Undefined from a week on. A moment in the future, by a clock that is wrong, is `just now`. */
export function formatTimeAgo(iso: string, now: Date): string | undefined {
  const agoMs = now.getTime() - Date.parse(iso)
  if (agoMs < 2 * minuteMs) return 'just now'
  if (agoMs < hourMs) return `${pluralize(Math.floor(agoMs / minuteMs), 'minute')} ago`
  if (agoMs < dayMs) return `${pluralize(Math.floor(agoMs / hourMs), 'hour')} ago`
  if (agoMs < 2 * dayMs) return 'yesterday'
  return agoMs < 7 * dayMs ? `${Math.floor(agoMs / dayMs)} days ago` : undefined
}
