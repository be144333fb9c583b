import { CalendarClock, Lock, RotateCw } from 'lucide-react'
import { useLocation, useSearchParams } from 'wouter'
import { startSignIn } from '../../../../contract/accounts.ts'
import { buildUrl } from '../../../../contract/route.ts'
import {
  advanceSandboxClock,
  getSandboxClock,
  listSandboxPayments,
  listSandboxWebhookDeliveries,
} from '../../../../contract/sandbox.ts'
import type { ApiError } from '../../../api/client.ts'
import { useApiQuery } from '../../../api/query.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { IconTile } from '../../../ui/icon-tile.tsx'
import { PageNotice } from '../../../ui/page-notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { formatTimestamp, isWaiting, useSandboxAction } from './labels.ts'
import { listUrl, parseListState } from './paged-list.tsx'
import { PaymentList } from './payment-list.tsx'
import { PayoutsPanel } from './payouts-panel.tsx'
import { WebhookDeliveryList } from './webhook-delivery-list.tsx'

/** The sandbox's dashboard, as a card provider has one. */
export function SandboxPage() {
  const [, navigate] = useLocation()
  const [query] = useSearchParams()
  const listState = parseListState(query)
  const payments = useApiQuery(listSandboxPayments, { query: { cursor: listState.payments } })
  const deliveries = useApiQuery(listSandboxWebhookDeliveries, {
    query: { cursor: listState.webhooks },
    pollWhile: ({ deliveries: rows }) => rows.some(isWaiting),
  })
  const refetchAll = () => {
    void payments.refetch()
    void deliveries.refetch()
  }
  if (payments.error?.status === 401 || payments.error?.status === 403)
    return <SandboxAccessDenied error={payments.error} />

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-[18px] pt-5 sm:pt-8">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="grid gap-1">
          <h1 className="text-2xl">Sandbox</h1>
          <p className="text-ink-soft">
            This site’s test card provider. Simulate what a real provider would send.
          </p>
        </div>
        <Button
          variant="secondary"
          isLoading={payments.isFetching || deliveries.isFetching}
          onClick={refetchAll}
        >
          <RotateCw aria-hidden />
          Refresh
        </Button>
      </header>
      <ClockCard onChange={refetchAll} />
      <Tabs
        label="View"
        value={listState.view}
        onChange={(view) => navigate(listUrl({ ...listState, view }), { replace: true })}
        tabs={[
          {
            value: 'payments',
            label: 'Payments',
            panelLabel: 'Payments',
            panel: (
              <Card padding="none" className="overflow-clip">
                <PaymentList query={payments} listState={listState} onChange={refetchAll} />
              </Card>
            ),
          },
          {
            value: 'payouts',
            label: 'Payouts',
            panelLabel: 'Payouts',
            panel: <PayoutsPanel onChange={refetchAll} />,
          },
          {
            value: 'webhooks',
            label: 'Webhooks',
            panelLabel: 'Webhooks',
            panel: (
              <Card padding="none" className="overflow-clip">
                <WebhookDeliveryList query={deliveries} listState={listState} onChange={refetchAll} />
              </Card>
            ),
          },
        ]}
      />
    </div>
  )
}

function SandboxAccessDenied({ error }: { error: ApiError }) {
  const signIn = buildUrl(startSignIn, { query: { returnTo: '/sandbox' } })
  return error.status === 401 ? (
    <PageNotice
      icon={<Lock aria-hidden />}
      title="Sign in to see the sandbox"
      description="Only this site’s admin can use it."
      actions={<LinkButton href={signIn}>Sign In</LinkButton>}
    />
  ) : (
    <PageNotice
      icon={<Lock aria-hidden />}
      tone="danger"
      title="Access Denied"
      description="Only this site’s admin can use the sandbox."
      actions={<LinkButton href="/">Go to home page</LinkButton>}
    />
  )
}

const dayOptions = [1, 7, 31]

/** The sandbox clock of subscriptions, with buttons to advance it. */
function ClockCard({ onChange }: { onChange: () => void }) {
  const clock = useApiQuery(getSandboxClock)
  const advance = useSandboxAction(advanceSandboxClock, {
    successMessage: 'Clock moved',
    onChange: () => {
      void clock.refetch()
      onChange()
    },
  })
  return (
    <Card padding="none" className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 p-4 sm:p-5">
      <div className="flex min-w-0 items-center gap-4">
        <IconTile>
          <CalendarClock aria-hidden />
        </IconTile>
        <div className="min-w-0">
          <h2 className="text-lg">Subscription clock</h2>
          {clock.data && (
            <p className="text-ink-soft">
              {formatTimestamp(clock.data.now)} UTC
              {clock.data.daysAhead > 0 && ` · ${formatDays(clock.data.daysAhead)} ahead`}
            </p>
          )}
          {clock.isPending && <Skeleton className="mt-2 w-48" />}
          {clock.isError && <p className="text-danger">{clock.error.userMessage}</p>}
        </div>
      </div>
      <div className="grid grid-cols-3 gap-2 max-sm:w-full">
        {dayOptions.map((days) => (
          <Button
            key={days}
            variant="secondary"
            padding="none"
            className="px-2 sm:px-4"
            isLoading={advance.isPending && advance.variables.body.days === days}
            aria-label={`Move the clock forward ${formatDays(days)}`}
            onClick={() => advance.isPending || advance.mutate({ body: { days } })}
          >
            {`+ ${formatDays(days)}`}
          </Button>
        ))}
      </div>
    </Card>
  )
}

function formatDays(days: number): string {
  return days === 1 ? '1 day' : `${days} days`
}
