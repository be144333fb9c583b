import { useEffect, useRef } from 'react'
import { getPayoutRun } from '../../../contract/payout-runs.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import { Progress } from '../../ui/progress.tsx'
import { toast } from '../../ui/toast.ts'
import { AdminQueryState } from './admin-query-state.tsx'
import { progressText, resultText } from './payout-run-text.ts'
import { SkippedCreatorList } from './skipped-creator-list.tsx'

const pollIntervalMs = 700

/** The progress of a payout run; shows a toast when it is complete. */
export function PayoutRunProgress({ id, onComplete }: { id: number; onComplete: () => void }) {
  const read = useApiQuery(getPayoutRun, { params: { id } })
  const { data: run, error, refetch } = read
  const isDone = run?.state === 'completed'
  const hasNotified = useRef(false)

  // Polls the run, which continues on the server.
  useEffect(() => {
    if (isDone || error) return
    const timer = setInterval(() => void refetch(), pollIntervalMs)
    return () => clearInterval(timer)
  }, [isDone, error, refetch])
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
