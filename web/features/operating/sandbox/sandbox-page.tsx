import { CalendarClock, Lock, RotateCw } from 'lucide-react'
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
import { useSearchParamsState } from '../../../shared/use-search-params-state.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { pluralize } from '../../../ui/format.ts'
import { IconTile } from '../../../ui/icon-tile.tsx'
import { PageNotice } from '../../../ui/page-notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { formatTimestamp, isWaiting } from './labels.ts'
import { PaymentList } from './payment-list.tsx'
import { PayoutsPanel } from './payouts-panel.tsx'
import { SandboxButton } from './sandbox-action.tsx'
import { WebhookDeliveryList } from './webhook-delivery-list.tsx'

const views = ['payments', 'payouts', 'webhooks'] as const

/** The sandbox's dashboard, as a card provider has one. */
export function SandboxPage() {
  const [params, setParams] = useSearchParamsState()
  const payments = useApiQuery(listSandboxPayments, {
    query: { cursor: params.get('payments') ?? undefined },
  })
  const deliveries = useApiQuery(listSandboxWebhookDeliveries, {
    query: { cursor: params.get('webhooks') ?? undefined },
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
      <ClockCard />
      <Tabs
        label="View"
        value={views.find((view) => view === params.get('view')) ?? 'payments'}
        onChange={(view) => setParams({ view: view === 'payments' ? undefined : view })}
        tabs={[
          {
            value: 'payments',
            label: 'Payments',
            panelLabel: 'Payments',
            panel: <PaymentList query={payments} />,
          },
          { value: 'payouts', label: 'Payouts', panelLabel: 'Payouts', panel: <PayoutsPanel /> },
          {
            value: 'webhooks',
            label: 'Webhooks',
            panelLabel: 'Webhooks',
            panel: <WebhookDeliveryList query={deliveries} />,
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
      tone="plain"
      title="Access Denied"
      description="Only this site’s admin can use the sandbox."
      actions={<LinkButton href="/">Go to home page</LinkButton>}
    />
  )
}

const dayOptions = [1, 7, 31]

function ClockCard() {
  const clock = useApiQuery(getSandboxClock)
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
              {clock.data.daysAhead > 0 && ` · ${pluralize(clock.data.daysAhead, 'day')} ahead`}
            </p>
          )}
          {clock.isPending && <Skeleton className="mt-2 w-48" />}
          {clock.isError && <p className="text-danger">{clock.error.userMessage}</p>}
        </div>
      </div>
      <div className="grid grid-cols-3 gap-2 max-sm:w-full">
        {dayOptions.map((days) => (
          <SandboxButton
            key={days}
            route={advanceSandboxClock}
            input={{ body: { days } }}
            successMessage="Clock moved"
            padding="none"
            className="px-2 sm:px-4"
            aria-label={`Move the clock forward ${pluralize(days, 'day')}`}
          >
            {`+ ${pluralize(days, 'day')}`}
          </SandboxButton>
        ))}
      </div>
    </Card>
  )
}
