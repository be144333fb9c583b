import { useEffect, useRef } from 'react'
import { getPayoutRun } from '../../../contract/payout-runs.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import { formatMoney } from '../../ui/money-text.ts'
import { Progress } from '../../ui/progress.tsx'
import { toast } from '../../ui/toast.ts'
import { AdminQueryState } from './loaded.tsx'
import { SkippedCreatorList } from './skipped-creator-list.tsx'

/** Milliseconds between two looks at a run. */
const pollIntervalMs = 700

/** How far a run has come; says so when it has ended. */
export function PayoutRunProgress({ id, onComplete }: { id: number; onComplete: () => void }) {
  const read = useApiQuery(getPayoutRun, { params: { id } })
  const { data: run, error, refetch } = read
  const isDone = run?.state === 'done'
  const hasNotified = useRef(false)

  // Speaks to the clock: the run goes on at the server.
  useEffect(() => {
    if (isDone || error) return
    const timer = setInterval(() => void refetch(), pollIntervalMs)
    return () => clearInterval(timer)
  }, [isDone, error, refetch])
  // Speaks to the notice, once.
  useEffect(() => {
    if (!isDone || hasNotified.current) return
    hasNotified.current = true
    const { paidCount, amount, currency } = run
    const description = `${paidCount} paid, ${formatMoney(amount, currency)} in all.`
    toast({ title: 'Payouts Processed', description, tone: 'success' })
    onComplete()
  }, [isDone, run, onComplete])

  return (
    <AdminQueryState query={read} subject="The run">
      {({ processedCount, total, paidCount, skippedCount, skipped, currency }) => (
        <div className="grid gap-4">
          <Progress
            label={isDone ? 'Done' : 'Processing'}
            value={total === 0 ? 1 : processedCount / total}
            detail={`${processedCount} of ${total}`}
          />
          <p aria-live="polite">
            {paidCount} paid, {skippedCount} skipped
          </p>
          {isDone && skipped.length > 0 && (
            <SkippedCreatorList skippedCreators={skipped} currency={currency} />
          )}
        </div>
      )}
    </AdminQueryState>
  )
}
