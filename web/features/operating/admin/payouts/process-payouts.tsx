import { Send } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { processPayouts } from '../../../../../contract/admin-payouts.ts'
import { payoutMethodLabel } from '../../../../../contract/payout-labels.ts'
import {
  getPayoutRun,
  type PayoutRun,
  previewPayouts,
  type SkippedPayee,
} from '../../../../../contract/payout-runs.ts'
import { isUnauthorized } from '../../../../api/client.ts'
import { useApiMutation, useApiQuery, useInvalidateQueries } from '../../../../api/query.ts'
import type { ResponseOf } from '../../../../api/types.ts'
import { handleSessionExpired } from '../../../../shared/session-expired.ts'
import { useMinPayoutText } from '../../../../shared/use-min-payout-text.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Disclosure } from '../../../../ui/disclosure.tsx'
import { formatCount, formatMoney, pluralize } from '../../../../ui/format.ts'
import { Progress } from '../../../../ui/progress.tsx'
import { toast } from '../../../../ui/toast.ts'
import { AdminQueryState } from '../admin-list.tsx'
import { formatMonth } from '../format.ts'
import type { YearMonth } from '../month-picker.tsx'
import { TransferFundsNote } from './payout-funds.tsx'

type ProcessPayoutsProps = {
  period: YearMonth
  /** No one can be paid; `describedBy` is the id of the reason. */
  isOff: boolean
  describedBy: string
}

/** Asks once more, with names and sum, before anything is paid. */
export function ProcessPayouts({ period, isOff, describedBy }: ProcessPayoutsProps) {
  const [open, setOpen] = useState(false)
  const refresh = useInvalidateQueries()
  const minimum = useMinPayoutText()
  const start = useApiMutation(processPayouts, {
    onError: (error) => {
      if (isUnauthorized(error)) return handleSessionExpired()
      toast({ title: 'Processing Failed', description: error.userMessage, tone: 'destructive' })
    },
  })
  const run = start.data
  const onComplete = () => void refresh({ path: '/api/admin' })

  function handleOpenChange(next: boolean) {
    setOpen(next)
    if (next) start.reset()
  }

  return (
    <>
      <Button
        disabled={isOff}
        aria-describedby={describedBy}
        onClick={() => handleOpenChange(true)}
        className="max-sm:w-full"
      >
        <Send aria-hidden />
        Process All Payouts
      </Button>
      <Dialog
        open={open}
        onOpenChange={handleOpenChange}
        title={`Payouts for ${formatMonth(period)}`}
        description={
          run
            ? 'This runs in the background. You can close this window.'
            : `Pays each creator with at least ${minimum} at the end of this month. No one is paid twice.`
        }
      >
        {run ? (
          <PayoutRunProgress id={run.id} onComplete={onComplete} />
        ) : (
          <PayoutPreview
            period={period}
            isBusy={start.isPending}
            onConfirm={() => start.isPending || start.mutate({ body: period })}
          />
        )}
      </Dialog>
    </>
  )
}

type PayoutPreviewProps = { period: YearMonth; isBusy: boolean; onConfirm: () => void }
type Preview = ResponseOf<typeof previewPayouts>

function PayoutPreview({ period, isBusy, onConfirm }: PayoutPreviewProps) {
  const read = useApiQuery(previewPayouts, { query: period })
  return (
    <AdminQueryState query={read} subject="The preview">
      {(preview) => (
        <div className="grid gap-4">
          {preview.disabledReason && (
            <p className="rounded-md bg-warn-soft px-4 py-3 text-warn">{preview.disabledReason}</p>
          )}
          <TransferFundsNote transferTotal={preview.transferTotal} currency={preview.currency} />
          <Button
            fullWidth
            isLoading={isBusy}
            disabled={preview.payableCount === 0 || preview.disabledReason !== null}
            onClick={onConfirm}
          >
            {preview.payableCount === 0
              ? 'No one to pay'
              : `Pay ${formatMoney(preview.total, preview.currency)} to ${pluralize(preview.payableCount, 'creator')}`}
          </Button>
          <PayeeList preview={preview} />
          <Skipped preview={preview} />
        </div>
      )}
    </AdminQueryState>
  )
}

function PayeeList({ preview: { payable, payableCount, manualCount, currency } }: { preview: Preview }) {
  if (payableCount === 0) return <p className="text-ink-soft">No one is due a payout for this month.</p>
  return (
    <section aria-label="To be paid" className="grid gap-2">
      <h3 className="font-semibold">{pluralize(payableCount, 'creator')} will be paid</h3>
      {manualCount > 0 && (
        <p className="text-ink-soft">
          {manualCount} of them manually: you send the money, then mark each payout as paid.
        </p>
      )}
      <PersonList>
        {payable.map(({ userId, name, email, amount, payoutMethod, payoutEmail }) => (
          <PersonRow
            key={userId}
            name={name ?? email}
            detail={`${payoutMethodLabel(payoutMethod)}, ${payoutEmail}`}
          >
            <span className="font-semibold">{formatMoney(amount, currency)}</span>
          </PersonRow>
        ))}
      </PersonList>
      <RemainingCount visibleCount={payable.length} totalCount={payableCount} />
    </section>
  )
}

function Skipped({ preview: { skipped, skippedCount, currency } }: { preview: Preview }) {
  if (skippedCount === 0) return null
  return (
    <Disclosure
      summary={<span className="font-semibold">{pluralize(skippedCount, 'creator')} will be skipped</span>}
    >
      <SkippedCreatorList skippedCreators={skipped} currency={currency} />
      <RemainingCount visibleCount={skipped.length} totalCount={skippedCount} />
    </Disclosure>
  )
}

function RemainingCount({ visibleCount, totalCount }: { visibleCount: number; totalCount: number }) {
  if (totalCount <= visibleCount) return null
  return <p className="text-ink-faint text-sm">And {formatCount(totalCount - visibleCount)} more.</p>
}

function PayoutRunProgress({ id, onComplete }: { id: number; onComplete: () => void }) {
  const read = useApiQuery(getPayoutRun, {
    params: { id },
    pollWhile: ({ state }) => state !== 'completed',
  })
  const { data: run } = read
  const isDone = run?.state === 'completed'
  const hasNotified = useRef(false)

  // Shows the toast once.
  useEffect(() => {
    if (!isDone || hasNotified.current) return
    hasNotified.current = true
    toast({ title: 'Payouts Processed', description: resultText(run), tone: 'success' })
    onComplete()
  }, [isDone, run, onComplete])

  return (
    <AdminQueryState query={read} subject="This payout run">
      {({ processedCount, total, skipped, currency, ...counts }) => (
        <div className="grid gap-4">
          <Progress
            label={isDone ? 'Done' : 'Processing'}
            value={total === 0 ? 1 : processedCount / total}
            detail={`${processedCount} of ${total}`}
          />
          <p aria-live="polite">{progressText(counts)}</p>
          {isDone && skipped.length > 0 && (
            <SkippedCreatorList skippedCreators={skipped} currency={currency} />
          )}
        </div>
      )}
    </AdminQueryState>
  )
}

type RunCounts = Pick<
  PayoutRun,
  'paidCount' | 'manualCount' | 'skippedCount' | 'waitingCount' | 'failedCount'
>

/** `1 sent automatically, 2 to pay manually, 1 skipped`. A manual payout is not counted as paid before the admin marks it. */
export function progressText(run: RunCounts): string {
  return [...transferTexts(run), `${run.manualCount} to pay manually`, `${run.skippedCount} skipped`].join(
    ', ',
  )
}

export function resultText(run: RunCounts & Pick<PayoutRun, 'amount' | 'manualAmount' | 'currency'>): string {
  const { paidCount, manualCount, amount, manualAmount, currency } = run
  const total = formatMoney(amount, currency)
  if (paidCount === 0) return 'No one was due a payout.'
  if (manualCount === paidCount) return `${manualCount} to pay manually, ${total} total.`
  const transfers = transferTexts(run).join(', ')
  if (manualCount === 0) return `${transfers}, ${total} total.`
  return `${transfers}. ${manualCount} to pay manually, ${formatMoney(manualAmount, currency)}.`
}

/** A transfer that waits was not sent, and one that failed or was returned has paid no one. */
function transferTexts({ paidCount, manualCount, waitingCount, failedCount }: RunCounts): Array<string> {
  const counts = {
    'sent automatically': paidCount - manualCount - waitingCount - failedCount,
    'will be sent automatically': waitingCount,
    'failed or returned': failedCount,
  }
  return Object.entries(counts).flatMap(([text, count]) => (count > 0 ? [`${count} ${text}`] : []))
}

function SkippedCreatorList({
  skippedCreators,
  currency,
}: {
  skippedCreators: Array<SkippedPayee>
  currency: string
}) {
  return (
    <PersonList>
      {skippedCreators.map(({ userId, name, email, amount, message }) => (
        <PersonRow key={userId} name={name ?? email} detail={message}>
          <span>{formatMoney(amount, currency)}</span>
        </PersonRow>
      ))}
    </PersonList>
  )
}

function PersonList({ children }: { children: ReactNode }) {
  return <ul className="m-0 list-none rounded-md border border-line p-0">{children}</ul>
}

function PersonRow({ name, detail, children }: { name: string; detail: string; children: ReactNode }) {
  return (
    <li className="flex justify-between gap-3 border-line border-b px-3 py-2 last:border-b-0">
      <span className="wrap-anywhere min-w-0">
        {name}
        <span className="block text-ink-faint text-sm">{detail}</span>
      </span>
      {children}
    </li>
  )
}
