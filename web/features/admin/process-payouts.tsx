import { Send } from 'lucide-react'
import { useState } from 'react'
import { getCreatorPayouts, getPayoutSummary, processPayouts } from '../../../contract/admin.ts'
import { listPayouts } from '../../../contract/payout-runs.ts'
import { isSignedOut } from '../../api/api-error.ts'
import { useRefresh, useSend } from '../../api/hooks.ts'
import { signInAgain } from '../../api/signed-out.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.ts'
import type { Period } from './month-picker.tsx'
import { PayoutPreview } from './payout-preview.tsx'
import { RunProgress } from './run-progress.tsx'
import { periodName } from './words.ts'

/** Shows who gets what before anybody is paid, then how far the run has come. */
export function ProcessPayouts({ period }: { period: Period }) {
  const [open, setOpen] = useState(false)
  const refresh = useRefresh()
  const start = useSend(processPayouts, {
    failed: (error) => {
      if (isSignedOut(error)) return signInAgain()
      toast({ title: 'Processing Failed', text: error.sentence, tone: 'destructive' })
    },
  })
  const run = start.data
  const ended = () => void refresh(getPayoutSummary, getCreatorPayouts, listPayouts)

  function show(next: boolean) {
    setOpen(next)
    if (next) start.reset()
  }

  return (
    <>
      <Button onClick={() => show(true)}>
        <Send aria-hidden />
        Process All Payouts
      </Button>
      <Dialog
        open={open}
        onOpenChange={show}
        title={`Payouts for ${periodName(period)}`}
        text={
          run
            ? 'It goes on by itself: you may close this.'
            : 'Everybody with at least $25 up to the end of this month is paid once.'
        }
      >
        {run ? (
          <RunProgress id={run.id} ended={ended} />
        ) : (
          <PayoutPreview
            period={period}
            busy={start.isPending}
            pay={() => start.isPending || start.mutate({ body: period })}
          />
        )}
      </Dialog>
    </>
  )
}
