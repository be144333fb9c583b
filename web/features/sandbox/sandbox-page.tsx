import { Lock, RotateCw } from 'lucide-react'
import { useLocation, useSearchParams } from 'wouter'
import { startSignIn } from '../../../contract/accounts.ts'
import { urlOf } from '../../../contract/route.ts'
import { getSandboxDeliveries, getSandboxPayments } from '../../../contract/sandbox-desk.ts'
import type { ApiError } from '../../api/api-error.ts'
import { useRead } from '../../api/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageNotice } from '../../ui/page-notice.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ClockCard } from './clock-card.tsx'
import { DeliveryList } from './delivery-list.tsx'
import { PaymentList } from './payment-list.tsx'
import { addressOf, placeIn } from './place.ts'

/** The other side of the counter: what a card provider's own site is for a real one. */
export function SandboxPage() {
  const [, go] = useLocation()
  const [query] = useSearchParams()
  const place = placeIn(query)
  const payments = useRead(getSandboxPayments, { query: { before: place.payments } })
  const deliveries = useRead(getSandboxDeliveries, { query: { before: place.webhooks } })
  const changed = () => {
    void payments.refetch()
    void deliveries.refetch()
  }
  if (payments.error?.status === 401 || payments.error?.status === 403)
    return <Closed error={payments.error} />

  return (
    <div className="grid gap-[18px] pt-5 sm:pt-8">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="grid gap-1">
          <h1 className="text-2xl">Sandbox</h1>
          <p className="text-ink-soft">
            The card provider of this instance. What you do here, it does to us.
          </p>
        </div>
        <Button variant="ghost" busy={payments.isFetching || deliveries.isFetching} onClick={changed}>
          <RotateCw aria-hidden />
          Refresh
        </Button>
      </header>
      <ClockCard changed={changed} />
      <Tabs
        label="What is shown"
        value={place.view}
        onChange={(view) => go(addressOf({ ...place, view }), { replace: true })}
        tabs={[
          {
            value: 'payments',
            label: 'Payments',
            about: 'Payments',
            panel: (
              <Card className="overflow-clip p-0">
                <PaymentList read={payments} place={place} changed={changed} />
              </Card>
            ),
          },
          {
            value: 'webhooks',
            label: 'Webhooks',
            about: 'Webhooks',
            panel: (
              <Card className="overflow-clip p-0">
                <DeliveryList read={deliveries} place={place} changed={changed} />
              </Card>
            ),
          },
        ]}
      />
    </div>
  )
}

function Closed({ error }: { error: ApiError }) {
  const signIn = urlOf(startSignIn, { query: { returnTo: '/sandbox' } })
  return error.status === 401 ? (
    <PageNotice
      icon={<Lock aria-hidden />}
      title="Sign in to see the sandbox"
      text="It is for the administrator of this instance."
      actions={<LinkButton href={signIn}>Sign In</LinkButton>}
    />
  ) : (
    <PageNotice
      icon={<Lock aria-hidden />}
      tone="danger"
      title="Access Denied"
      text="The sandbox is for the administrator of this instance."
      actions={<LinkButton href="/">Go to the start page</LinkButton>}
    />
  )
}
