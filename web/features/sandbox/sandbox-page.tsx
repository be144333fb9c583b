import { Lock, RotateCw } from 'lucide-react'
import { useLocation, useSearchParams } from 'wouter'
import { startSignIn } from '../../../contract/accounts.ts'
import { buildUrl } from '../../../contract/route.ts'
import { listSandboxPayments, listSandboxWebhookDeliveries } from '../../../contract/sandbox-admin.ts'
import type { ApiError } from '../../api/api-error.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageNotice } from '../../ui/page-notice.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ClockCard } from './clock-card.tsx'
import { listUrl, parseListState } from './list-state.ts'
import { PaymentList } from './payment-list.tsx'
import { PayoutsPanel } from './payouts-panel.tsx'
import { isWaiting } from './sandbox-labels.ts'
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
