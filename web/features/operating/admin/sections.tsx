import type { ReactNode } from 'react'
import type { PurchaseDetail } from '../../../../contract/admin-purchases.ts'
import { Card } from '../../../ui/card.tsx'
import { LocalTime } from '../../../ui/local-time.tsx'
import { formatLocalTime } from '../../../ui/local-time-script.ts'
import { ClockTime } from './clock-time.tsx'

export function DetailSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card padding="none" className="grid gap-4 p-5 print:mb-4 print:border-0 print:p-0 print:shadow-none">
      <h2 className="text-xl">{title}</h2>
      {children}
    </Card>
  )
}

/** What happened, the oldest first: when, what, and below it the details. A day stands once, at its first event. */
export function EventTimeline({ events }: Pick<PurchaseDetail, 'events'>) {
  const days = events.map(({ at }) => formatLocalTime(at, 'date'))
  return (
    <ol className="m-0 grid list-none p-0">
      {events.map(({ at, type, detail }, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: two events may have the same time, and the list only grows.
          key={`${at} ${type} ${index}`}
          className="grid gap-x-4 border-line border-b py-2.5 first:pt-0 last:border-b-0 last:pb-0 sm:grid-cols-[180px_minmax(0,1fr)]"
        >
          <span className="text-ink-faint text-sm sm:pt-0.5">
            {index > 0 && days[index] === days[index - 1] ? <ClockTime iso={at} /> : <LocalTime iso={at} />}
          </span>
          <span className="wrap-anywhere leading-snug">
            <b>{type}</b>
            {detail && <span className="block text-ink-faint text-sm">{detail}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
