import { useState } from 'react'
import { useLocation } from 'wouter'
import { resendWebhookDeliveries } from '../../../../contract/webhook-deliveries.ts'
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpoint,
  listWebhookEndpoints,
  testWebhookEndpoint,
  updateWebhookEndpoint,
  type WebhookEndpoint,
} from '../../../../contract/webhook-endpoints.ts'
import { useApiMutation, useApiQuery, useInvalidateQueries } from '../../../api/query.ts'
import { QueryState } from '../../../shared/query-state.tsx'
import { showErrorToast } from '../../../shared/session-expired.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { SkeletonBlocks } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { EndpointBadge } from './endpoint-badge.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { describeEvents } from './event-groups.ts'
import { SigningSecret } from './signing-secret.tsx'
import { TestResult } from './test-result.tsx'
import { TurnedOffNotice } from './turned-off-notice.tsx'
import { EndpointNews } from './webhook-list.tsx'

const listPath = '/settings/developers'
const pollIntervalMs = 10_000

export function NewEndpoint() {
  const [, navigate] = useLocation()
  const invalidate = useInvalidateQueries()
  const create = useApiMutation(createWebhookEndpoint, {
    async onSuccess({ endpoint }) {
      await invalidate(listWebhookEndpoints)
      navigate(`${listPath}/webhooks/${endpoint.id}`, { replace: true })
      toast({ title: 'Endpoint created', tone: 'success' })
    },
    onError: (error) => error.fields || showErrorToast(error, 'Couldn’t create the endpoint'),
  })
  return (
    <Card>
      <EndpointForm
        saveLabel="Create endpoint"
        isSaving={create.isPending}
        error={create.error}
        onSave={(body) => create.mutate({ body })}
        onCancel={() => navigate(listPath)}
      />
    </Card>
  )
}

export function EndpointDetail({ id }: { id: string }) {
  const query = useApiQuery(getWebhookEndpoint, { params: { id: Number(id) }, pollIntervalMs })
  return (
    <QueryState
      query={query}
      subject="This endpoint"
      skeleton={<SkeletonBlocks label="Loading the endpoint" sizes={['h-24', 'h-72']} />}
    >
      {(endpoint) => <Endpoint key={endpoint.id} endpoint={endpoint} />}
    </QueryState>
  )
}

function Endpoint({ endpoint }: { endpoint: WebhookEndpoint }) {
  const params = { id: endpoint.id }
  const [, navigate] = useLocation()
  const invalidate = useInvalidateQueries()
  const [open, setOpen] = useState<'change' | 'delete' | 'turn_off'>()
  const refresh = () => invalidate(listWebhookEndpoints)
  const update = useApiMutation(updateWebhookEndpoint, {
    async onSuccess() {
      setOpen(undefined)
      await refresh()
    },
    onError: (error) => error.fields || showErrorToast(error, 'Couldn’t change the endpoint'),
  })
  const resend = useApiMutation(resendWebhookDeliveries, {
    onSuccess: refresh,
    onError: (error) => showErrorToast(error, 'Couldn’t send the events again'),
  })
  const remove = useApiMutation(deleteWebhookEndpoint, {
    async onSuccess() {
      navigate(listPath)
      toast({ title: 'Endpoint deleted', tone: 'success' })
      await refresh()
    },
    onError: (error) => showErrorToast(error, 'Couldn’t delete the endpoint'),
  })
  const test = useApiMutation(testWebhookEndpoint, {
    onSuccess: refresh,
    onError: (error) => showErrorToast(error, 'Couldn’t send the test'),
  })

  if (open === 'change')
    return (
      <Card>
        <EndpointForm
          endpoint={endpoint}
          saveLabel="Save"
          isSaving={update.isPending}
          error={update.error}
          onSave={(body) => update.mutate({ params, body })}
          onCancel={() => setOpen(undefined)}
        />
      </Card>
    )

  const { turnedOff } = endpoint
  const turnOn = (since: string | undefined) =>
    update.mutate(
      { params, body: { isOn: true } },
      { onSuccess: () => since && resend.mutate({ params, body: { since, show: 'failed' } }) },
    )
  return (
    <>
      <Card className="grid gap-4">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
          <EndpointBadge state={endpoint.state} />
          <p className="text-ink-soft text-sm">
            {describeEvents(endpoint)} · <EndpointNews endpoint={endpoint} />
          </p>
        </div>
        {turnedOff && (
          <TurnedOffNotice
            endpoint={endpoint}
            turnedOff={turnedOff}
            isPending={update.isPending || resend.isPending}
            onTurnOn={turnOn}
          />
        )}
        {test.data && <TestResult result={test.data} />}
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" isLoading={test.isPending} onClick={() => test.mutate({ params })}>
            Send a test
          </Button>
          <Button variant="tertiary" onClick={() => setOpen('change')}>
            Change
          </Button>
          {!turnedOff && (
            <Button variant="tertiary" onClick={() => setOpen('turn_off')}>
              Turn off
            </Button>
          )}
          <Button variant="tertiary" onClick={() => setOpen('delete')}>
            Delete
          </Button>
        </div>
        {endpoint.format === 'json' && <SigningSecret endpoint={endpoint} />}
      </Card>
      <DeliveryLog endpoint={endpoint} />
      <ConfirmDialog
        open={open === 'turn_off'}
        onOpenChange={(isOpen) => !isOpen && setOpen(undefined)}
        title="Turn off this endpoint?"
        description="Nothing is sent to it until you turn it on again. What waits is kept for 30 days."
        confirmLabel="Turn off"
        isLoading={update.isPending}
        onConfirm={() => update.mutate({ params, body: { isOn: false } })}
      />
      <ConfirmDialog
        open={open === 'delete'}
        onOpenChange={(isOpen) => !isOpen && setOpen(undefined)}
        title="Delete this endpoint?"
        description="It gets no more events, and what was sent to it can’t be seen anymore."
        confirmLabel="Delete"
        isLoading={remove.isPending}
        onConfirm={() => remove.mutate({ params })}
      />
    </>
  )
}
