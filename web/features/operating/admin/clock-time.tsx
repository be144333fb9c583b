import { readerLocale } from '../../../ui/deadline.tsx'
import { formatDateTime } from '../../../ui/format.ts'

/** The hour of a moment whose day stands beside it, in the reader's time zone, with the UTC time as its tooltip. */
export function ClockTime({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={formatDateTime(iso)} suppressHydrationWarning>
      {new Intl.DateTimeFormat(readerLocale(), { hour: 'numeric', minute: '2-digit' }).format(new Date(iso))}
    </time>
  )
}
