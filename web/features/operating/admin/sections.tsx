import type { ReactNode } from 'react'
import type { PurchaseDetail } from '../../../../contract/admin-purchases.ts'
import { Card } from '../../../ui/card.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { formatDateTime, formatMoney } from '../../../ui/format.ts'
import { humanize } from './format.ts'

export function DetailSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card padding="none" className="grid gap-4 p-5 print:mb-4 print:border-0 print:p-0 print:shadow-none">
      <h2 className="text-xl">{title}</h2>
      {children}
    </Card>
  )
}

export function EventTimeline({ events }: Pick<PurchaseDetail, 'events'>) {
  return (
    <ol className="m-0 grid list-none gap-3 p-0">
      {events.map(({ at, type, detail }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two events may have the same time, and the list only grows.
        <li key={`${at} ${type} ${index}`} className="grid gap-x-4 sm:grid-cols-[190px_minmax(0,1fr)]">
          <span className="text-ink-faint text-sm sm:pt-0.5">{formatDateTime(at)}</span>
          <span className="wrap-anywhere">
            <b>{type}</b>
            {detail && `: ${detail}`}
          </span>
        </li>
      ))}
    </ol>
  )
}

type Entry = PurchaseDetail['entries'][number]

export function LedgerEntries({ entries, currency }: { entries: Array<Entry>; currency: string }) {
  const columns: Array<Column<Entry>> = [
    { name: 'Posting', cell: ({ kind }) => <b>{humanize(kind.replaceAll('_', ' '))}</b>, isRowHeader: true },
    { name: 'When', cell: ({ at }) => formatDateTime(at) },
    { name: 'Account', cell: ({ account }) => account },
    { name: 'Amount', cell: ({ amount }) => formatMoney(amount, currency), isNumeric: true },
  ]
  return (
    <div className="-mx-5 print:mx-0">
      <DataTable label="Ledger entries" columns={columns} rows={entries} rowKey={({ id }) => id} />
    </div>
  )
}
