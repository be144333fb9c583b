import { useEffect, useRef } from 'react'
import { getPayoutRun } from '../../../contract/payout-runs.ts'
import { useRead } from '../../api/hooks.ts'
import { formatMoney } from '../../ui/money-text.ts'
import { Progress } from '../../ui/progress.tsx'
import { toast } from '../../ui/toast.ts'
import { Loaded } from './loaded.tsx'
import { SkipList } from './skip-list.tsx'

/** Milliseconds between two looks at a run. */
const every = 700

/** How far a run has come; says so when it has ended. */
export function RunProgress({ id, ended }: { id: number; ended: () => void }) {
  const read = useRead(getPayoutRun, { params: { id } })
  const { data: run, error, refetch } = read
  const isOver = run?.state === 'done'
  const told = useRef(false)

  // Speaks to the clock: the run goes on at the server.
  useEffect(() => {
    if (isOver || error) return
    const timer = setInterval(() => void refetch(), every)
    return () => clearInterval(timer)
  }, [isOver, error, refetch])
  // Speaks to the notice, once.
  useEffect(() => {
    if (!isOver || told.current) return
    told.current = true
    const { processed, amount, currency } = run
    const text = `${processed} paid, ${formatMoney(amount, currency)} in all.`
    toast({ title: 'Payouts Processed', text, tone: 'success' })
    ended()
  }, [isOver, run, ended])

  return (
    <Loaded read={read} what="The run">
      {({ done, total, processed, skipped, skips, currency }) => (
        <div className="grid gap-4">
          <Progress
            label={isOver ? 'Done' : 'Processing'}
            value={total === 0 ? 1 : done / total}
            text={`${done} of ${total}`}
          />
          <p aria-live="polite">
            {processed} paid, {skipped} skipped
          </p>
          {isOver && skips.length > 0 && <SkipList skips={skips} currency={currency} />}
        </div>
      )}
    </Loaded>
  )
}
