import { Send } from 'lucide-react'
import { useState } from 'react'
import { processPayouts } from '../../../contract/admin.ts'
import { isUnauthorized } from '../../api/api-error.ts'
import { useApiMutation, useInvalidateQueries } from '../../api/query-hooks.ts'
import { handleSessionExpired } from '../../shared/session-expired.ts'
import { useMinPayoutText } from '../../shared/use-min-payout-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast.ts'
import { formatMonth } from './admin-format.ts'
import type { YearMonth } from './month-picker.tsx'
import { PayoutPreview } from './payout-preview.tsx'
import { PayoutRunProgress } from './payout-run-progress.tsx'

/** Shows a preview before the payout run starts, then its progress. */
export function ProcessPayouts({ period }: { period: YearMonth }) {
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
      <Button onClick={() => handleOpenChange(true)}>
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
