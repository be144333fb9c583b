import { CircleHelp, Files, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { type PayoutResult, recordPayoutResult } from '../../../../../../contract/payout-batches.ts'
import { Badge } from '../../../../../ui/badge.tsx'
import { Button } from '../../../../../ui/button.tsx'
import { Card } from '../../../../../ui/card.tsx'
import { formatCount, formatMoney, pluralize } from '../../../../../ui/format.ts'
import { LocalTime } from '../../../../../ui/local-time.tsx'
import { StatStrip } from '../../../../../ui/stat.tsx'
import { useAdminAction } from '../../admin-actions.tsx'
import { resultTitle, waitingCaption, waitingText } from './batch-texts.ts'

export type ReadFile = { name: string; text: string; result: PayoutResult }

type BatchResultProps = { batchId: number; number: string; file: ReadFile; onClose: () => void }

/** What a result file says, before it is recorded: every row has found its payout, or says why not. */
export function BatchResult({ batchId, number, file: { name, text, result }, onClose }: BatchResultProps) {
  const { kind, currency, rowCount, paid, waiting, returned, unmatchedCount, problems, recordedAt } = result
  const action = useAdminAction(recordPayoutResult, { successMessage: 'Result recorded', onSuccess: onClose })
  const money = (amount: string) => formatMoney(amount, currency)
  const canRecord = paid.count + returned.count > 0 && recordedAt === null
  return (
    <div className="grid gap-4 sm:gap-[18px]">
      <Card padding="none" className="overflow-clip">
        <section aria-labelledby="result-title">
          <div className="grid gap-0.5 px-[18px] pt-5 pb-[18px] sm:px-[22px]">
            <h2 id="result-title" className="text-xl">
              {resultTitle(kind, number)}
            </h2>
            <p className="wrap-anywhere text-ink-faint text-sm">
              {name}, {pluralize(rowCount, 'row')}
            </p>
          </div>
          <div className="[&>*]:rounded-none [&>*]:border-x-0 [&>*]:shadow-none">
            <StatStrip
              label="Result"
              stats={[
                { label: 'Paid', value: money(paid.amount), caption: pluralize(paid.count, 'payout') },
                {
                  label: kind === 'paypal' ? 'Unclaimed' : 'Waiting',
                  value: money(waiting.amount),
                  caption: waiting.count > 0 ? `${waiting.count}, ${waitingCaption(kind)}` : 'None',
                },
                {
                  label: 'Failed',
                  value: money(returned.amount),
                  caption: returned.count > 0 ? `${returned.count}, back to the balance` : 'None',
                },
                {
                  label: 'Not matched',
                  value: formatCount(unmatchedCount),
                  caption: `of ${pluralize(rowCount, 'row')}`,
                },
              ]}
            />
          </div>
          <ResultRows result={result} />
          <div className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3 border-line border-t px-[18px] py-4 sm:px-[22px]">
            <p className="min-w-0 flex-[1_1_18rem] text-ink-soft text-sm">{effectText(result)}</p>
            <div className="flex flex-wrap gap-1.5">
              <Button variant="tertiary" onClick={onClose}>
                {canRecord ? 'Cancel' : 'Close'}
              </Button>
              {canRecord && (
                <Button
                  isLoading={action.isPending}
                  onClick={() => action.mutate({ params: { id: batchId }, body: { name, text } })}
                >
                  {recordLabel(result)}
                </Button>
              )}
            </div>
          </div>
        </section>
      </Card>
      <ul className="m-0 grid list-none gap-4 p-0 md:grid-cols-3 sm:gap-[18px]">
        {recordedAt && (
          <Note
            icon={<Files aria-hidden />}
            title={
              <>
                You imported this file on <LocalTime iso={recordedAt} />
              </>
            }
          >
            Nothing changed.
          </Note>
        )}
        {problems.map(({ title, text: advice }) => (
          <Note
            key={title}
            icon={title.startsWith('Row') ? <TriangleAlert aria-hidden /> : <CircleHelp aria-hidden />}
            title={title}
          >
            {advice}
          </Note>
        ))}
      </ul>
    </div>
  )
}

/** `Record 31 paid, 1 returned`. */
export function recordLabel({ paid, returned }: Pick<PayoutResult, 'paid' | 'returned'>): string {
  const parts = [
    paid.count > 0 && `${formatCount(paid.count)} paid`,
    returned.count > 0 && `${formatCount(returned.count)} returned`,
  ]
  return `Record ${parts.filter(Boolean).join(', ')}`
}

/** What recording does to people, or why there is nothing to record. */
export function effectText({
  paid,
  returned,
  waiting,
  recordedCount,
  recordedAt,
}: Pick<PayoutResult, 'paid' | 'returned' | 'waiting' | 'recordedCount' | 'recordedAt'>): string {
  if (recordedAt) return 'This file is recorded. What comes later is in a newer one.'
  if (paid.count + returned.count === 0) {
    if (waiting.count > 0) return 'Nothing to record yet. Import a newer file when the provider has one.'
    return recordedCount > 0 ? 'Everything in it is recorded already.' : 'Nothing in it can be recorded.'
  }
  const told = [
    paid.count > 0 && `${pluralize(paid.count, 'creator')} that their payout is paid`,
    returned.count > 0 &&
      `${paid.count > 0 ? returned.count : pluralize(returned.count, 'creator')} that it came back`,
  ].filter(Boolean)
  return `Recording it emails ${told.join(', and ')}.`
}

const outcomes = {
  paid: { label: 'Paid', tone: 'brand' },
  returned: { label: 'Failed', tone: 'danger' },
  waiting: { label: 'Waiting', tone: 'warn' },
} as const

function ResultRows({
  result: { payouts, kind, currency, paid, waiting, returned },
}: {
  result: PayoutResult
}) {
  const total = paid.count + waiting.count + returned.count
  if (payouts.length === 0) return null
  return (
    <ul className="m-0 list-none border-line border-t p-0">
      {payouts.map(({ payoutId, name, email, amount, outcome, reason }) => (
        <li
          key={payoutId}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-line border-b px-[18px] py-2.5 last:border-b-0 sm:grid-cols-[minmax(0,1.1fr)_minmax(0,1.3fr)_7rem_7rem] sm:px-[22px]"
        >
          <span className="wrap-anywhere min-w-0">
            <b className="font-semibold">{name ?? email}</b>
            {name && <span className="block text-ink-faint text-sm">{email}</span>}
          </span>
          <b className="text-right font-semibold sm:order-3">{formatMoney(amount, currency)}</b>
          <span className="wrap-anywhere text-ink-faint text-sm max-sm:col-span-2 sm:order-2">
            {outcome === 'waiting' ? waitingText(kind) : reason}
          </span>
          <span className="sm:order-4 sm:text-right">
            <Badge tone={outcomes[outcome].tone}>
              {outcome === 'waiting' && kind === 'paypal' ? 'Unclaimed' : outcomes[outcome].label}
            </Badge>
          </span>
        </li>
      ))}
      {total > payouts.length && (
        <li className="px-[18px] py-3 text-ink-soft sm:px-[22px]">
          and {formatCount(total - payouts.length)} more
        </li>
      )}
    </ul>
  )
}

function Note({ icon, title, children }: { icon: ReactNode; title: ReactNode; children: ReactNode }) {
  return (
    <li>
      <Card
        padding="none"
        className="flex h-full items-start gap-2.5 p-4 [&>svg]:mt-0.5 [&>svg]:size-5 [&>svg]:shrink-0"
      >
        {icon}
        <span className="wrap-anywhere min-w-0">
          <b className="font-semibold">{title}</b>
          <span className="block text-ink-soft text-sm">{children}</span>
        </span>
      </Card>
    </li>
  )
}
