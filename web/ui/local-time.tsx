import { useSyncExternalStore } from 'react'
import { formatDate, formatDateTime } from './format.ts'
import { formatLocalTime, type TimeFormat } from './local-time-script.ts'

/**
 * A moment in the reader's time zone, with the UTC time as its tooltip. The server does not know the zone and writes
 * UTC; the page's script or React replaces it.
 */
export function LocalTime({ iso, format = 'time' }: { iso: string; format?: TimeFormat }) {
  const utcText = format === 'date' ? formatDate(iso) : formatDateTime(iso)
  const text = useSyncExternalStore(
    subscribeToNothing,
    () => formatLocalTime(iso, format),
    () => utcText,
  )
  return (
    // The script in the head may have localized it before React hydrates.
    <time dateTime={iso} data-local={format} title={formatDateTime(iso)} suppressHydrationWarning>
      {text}
    </time>
  )
}

/** Formats moments for a sentence in the reader's time zone; in UTC until the page is hydrated. */
export function useTimeFormatter(): (iso: string) => string {
  return useSyncExternalStore(
    subscribeToNothing,
    () => formatReaderTime,
    () => formatDateTime,
  )
}

function formatReaderTime(iso: string): string {
  return formatLocalTime(iso, 'time')
}

/** The zone does not change while a page is open. */
function subscribeToNothing() {
  return () => undefined
}
