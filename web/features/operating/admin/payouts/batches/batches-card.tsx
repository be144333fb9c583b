import { Layers, Upload } from 'lucide-react'
import { useRef } from 'react'
import {
  listPayoutBatches,
  makePayoutBatches,
  type PayoutBatch,
} from '../../../../../../contract/payout-batches.ts'
import { useApiQuery } from '../../../../../api/query.ts'
import { Badge } from '../../../../../ui/badge.tsx'
import { LinkButton } from '../../../../../ui/button.tsx'
import { Card } from '../../../../../ui/card.tsx'
import { type Column, DataTable } from '../../../../../ui/data-table.tsx'
import { EmptyState } from '../../../../../ui/empty-state.tsx'
import { formatCount, formatMoney, pluralize } from '../../../../../ui/format.ts'
import { LocalTime } from '../../../../../ui/local-time.tsx'
import { TextLink } from '../../../../../ui/text-link.tsx'
import { ActionButton } from '../../admin-actions.tsx'
import { AdminOnly, useCanAct } from '../../admin-layout.tsx'
import { AdminQueryState } from '../../admin-list.tsx'
import { formatMonth } from '../../format.ts'
import type { YearMonth } from '../../month-picker.tsx'
import { DownloadFile } from './batch-actions.tsx'
import { batchMethodText, batchStates } from './batch-texts.ts'

/** The payout files of a month. Each payout is in one of them, or in none yet. */
export function BatchesCard({ period }: { period: YearMonth }) {
  const unbatchedSince = useRef<number>(undefined)
  const read = useApiQuery(listPayoutBatches, {
    query: period,
    pollWhile: ({ batches, unbatchedCount }) => {
      // After a run its batches are made within a moment. Payouts of a dissolved batch stay in none.
      unbatchedSince.current = unbatchedCount === 0 ? undefined : (unbatchedSince.current ?? Date.now())
      const isNew = unbatchedSince.current !== undefined && Date.now() - unbatchedSince.current < 10_000
      return isNew || batches.some(({ state }) => state === 'recording')
    },
  })
  return (
    <Card padding="none" className="overflow-clip">
      <div className="grid gap-0.5 px-[18px] pt-5 pb-[18px] sm:px-[22px]">
        <h2 id="batches" className="scroll-mt-6 text-xl">
          Batches of {formatMonth(period)}
        </h2>
        <p className="text-ink-soft">
          One file each. A payout is in one batch only, so no file can pay it twice.
        </p>
      </div>
      <div className="border-line border-t">
        <AdminQueryState query={read} subject="The batches">
          {({ batches, unbatchedCount, unbatchedAmount, currency }) => (
            <>
              {unbatchedCount > 0 && (
                <Unbatched count={unbatchedCount} amount={formatMoney(unbatchedAmount, currency)} />
              )}
              {batches.length > 0 ? (
                <DataTable label="Batches" columns={columns} rows={batches} rowKey={({ id }) => id} />
              ) : (
                unbatchedCount === 0 && (
                  <EmptyState
                    icon={<Layers aria-hidden />}
                    title="No batches yet"
                    description="Process All Payouts makes them."
                  />
                )
              )}
            </>
          )}
        </AdminQueryState>
      </div>
    </Card>
  )
}

function Unbatched({ count, amount }: { count: number; amount: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-line border-b px-[18px] py-3 last:border-b-0 sm:px-[22px]">
      <p>
        <b>{pluralize(count, 'payout')}</b> in no batch, {amount}
      </p>
      <ActionButton
        route={makePayoutBatches}
        input={{ body: {} }}
        successMessage="Batches made"
        label="Make batches"
        size="sm"
      />
    </div>
  )
}

const columns: Array<Column<PayoutBatch>> = [
  { name: 'Batch', cell: (batch) => <BatchName batch={batch} />, phone: 'title' },
  {
    name: 'Pays with',
    cell: (batch) => (
      <>
        {batchMethodText(batch)}
        <span className="ml-2 @min-[38rem]:hidden">
          <BatchStatus batch={batch} />
        </span>
      </>
    ),
    phone: 'detail',
  },
  { name: 'Payouts', cell: ({ payoutCount }) => formatCount(payoutCount), isNumeric: true },
  {
    name: 'Total',
    cell: ({ amount, currency }) => <b className="font-semibold">{formatMoney(amount, currency)}</b>,
    isNumeric: true,
    phone: 'figure',
  },
  { name: 'Status', cell: (batch) => <BatchStatus batch={batch} /> },
  { name: 'Next step', cell: (batch) => <NextStep batch={batch} />, isNumeric: true, phone: 'action' },
]

function BatchName({ batch }: { batch: PayoutBatch }) {
  const { id, number, createdAt, downloadedAt, downloadedBy } = batch
  return (
    <>
      <TextLink href={`/admin/batches/${id}`} className="inline-flex min-h-11 items-center font-semibold">
        {number}
      </TextLink>
      <span className="block text-ink-faint text-sm">
        {downloadedAt ? (
          <>
            Downloaded <LocalTime iso={downloadedAt} />
            {downloadedBy && ` by ${downloadedBy}`}
          </>
        ) : (
          <>
            Made <LocalTime iso={createdAt} />
          </>
        )}
      </span>
    </>
  )
}

function BatchStatus({ batch: { state } }: { batch: PayoutBatch }) {
  const { label, tone } = batchStates[state]
  return <Badge tone={tone}>{label}</Badge>
}

function NextStep({ batch }: { batch: PayoutBatch }) {
  const canAct = useCanAct()
  const { id, number, state, missing } = batch
  if (state === 'new' && missing === null && canAct)
    return <DownloadFile batch={batch} label="Download file" size="sm" />
  if (state === 'downloaded')
    return (
      <AdminOnly>
        <LinkButton size="sm" variant="secondary" href={`/admin/batches/${id}#result`}>
          <Upload aria-hidden />
          Import result<span className="sr-only"> of batch {number}</span>
        </LinkButton>
      </AdminOnly>
    )
  return (
    <LinkButton size="sm" variant="secondary" href={`/admin/batches/${id}`}>
      Open<span className="sr-only"> batch {number}</span>
    </LinkButton>
  )
}
