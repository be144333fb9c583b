import { useState } from 'react'
import {
  countWebhookResend,
  getWebhookDelivery,
  listWebhookDeliveries,
  resendWebhookDeliveries,
} from '../../../../contract/webhook-deliveries.ts'
import { listWebhookEndpoints, type WebhookEndpoint } from '../../../../contract/webhook-endpoints.ts'
import { useApiMutation, useApiQuery, useInvalidateQueries } from '../../../api/query.ts'
import { showErrorToast } from '../../../shared/session-expired.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { pluralize } from '../../../ui/format.ts'
import { Input } from '../../../ui/input.tsx'
import { toast } from '../../../ui/toast.ts'

/** Asks for a day and a time, says how many events that are, and sends them again. */
export function ResendSince({ endpoint }: { endpoint: WebhookEndpoint }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        Resend all since…
      </Button>
      {isOpen && <ResendDialog endpoint={endpoint} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function ResendDialog({ endpoint: { id }, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [isOnlyFailed, setIsOnlyFailed] = useState(false)
  const time = typed === '' ? Number.NaN : Date.parse(typed)
  const isTime = !Number.isNaN(time)
  const since = {
    since: new Date(isTime ? time : 0).toISOString(),
    show: isOnlyFailed ? 'failed' : 'all',
  } as const
  const query = useApiQuery(countWebhookResend, { params: { id }, query: since, enabled: isTime })
  const count = isTime ? query.data?.count : undefined
  const invalidate = useInvalidateQueries()
  const send = useApiMutation(resendWebhookDeliveries, {
    async onSuccess({ count: sent }) {
      onClose()
      toast({ title: `${pluralize(sent, 'event')} sent again`, tone: 'success' })
      await invalidate(getWebhookDelivery, listWebhookDeliveries, listWebhookEndpoints)
    },
    onError: (error) => showErrorToast(error, 'Couldn’t send them again'),
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Resend all since"
      description="Each event keeps its id, so your program can tell which it has."
    >
      <Field label="Day and time" hint="At most 30 days back, in your time zone.">
        <Input type="datetime-local" value={typed} onChange={(event) => setTyped(event.target.value)} />
      </Field>
      <Checkbox checked={isOnlyFailed} onChange={(event) => setIsOnlyFailed(event.target.checked)}>
        Only what didn’t arrive
      </Checkbox>
      <p role="status" className="min-h-6 text-ink-soft">
        {count !== undefined &&
          (count === 0 ? 'There are none.' : `${pluralize(count, 'event')} since then.`)}
      </p>
      <div className="flex justify-end gap-3">
        <Button variant="tertiary" onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={!count}
          isLoading={send.isPending}
          onClick={() => send.mutate({ params: { id }, body: since })}
        >
          {count ? `Resend ${pluralize(count, 'event')}` : 'Resend'}
        </Button>
      </div>
    </Dialog>
  )
}
