import type { ReactNode } from 'react'
import { isUnauthorized } from '../../api/api-error.ts'
import { getStats, listSales } from '../../api/calls.ts'
import { useApiQuery, useCurrentUser } from '../../api/query-hooks.ts'
import type { ResponseOf } from '../../api/types.ts'
import { ContentList } from '../../features/content/content-list.tsx'
import { EarningsCard } from '../../features/earnings/earnings-card.tsx'
import { StatCards } from '../../features/earnings/stat-cards.tsx'
import { FirstSteps } from '../../features/first-day/first-steps.tsx'
import { PayoutBanner } from '../../features/payouts/payout-banner.tsx'
import { PayoutTimeline } from '../../features/payouts/payout-timeline.tsx'
import { PendingRefundsBanner } from '../../features/refunds/pending-refunds-banner.tsx'
import { LatestSales } from '../../features/sales/latest-sales.tsx'
import { ProWelcome } from '../../features/subscriptions/pro-welcome.tsx'
import { useSubscriptionReturn } from '../../features/subscriptions/use-subscription-return.ts'
import { RedirectToSignIn } from '../../shared/require-auth.tsx'
import { useSaleEvents } from '../../shared/use-sale-events.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { DashboardHeader } from './dashboard-header.tsx'

/** The header, banners, the stats, then the content. Before the first sale, the first steps replace the stats. */
export function DashboardPage() {
  useSaleEvents()
  const { isNewlyPro, dismiss } = useSubscriptionReturn()
  const { data: viewer } = useCurrentUser()
  const stats = useApiQuery(getStats)
  const sales = useApiQuery(listSales, { query: { limit: 5 } })
  const shouldShowPayoutBanner =
    viewer?.payoutEnabled === false && stats.data !== undefined && stats.data.availableBalance > 0
  const isBeforeFirstSale = stats.data !== undefined && hasNoSales(stats.data) && !sales.data?.total

  if (isUnauthorized(stats.error)) return <RedirectToSignIn />

  const statCards = <StatCards stats={stats.data} error={stats.error} retry={stats.refetch} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-[18px]">
      <DashboardHeader viewer={viewer} isBeforeFirstSale={isBeforeFirstSale} />
      {isNewlyPro && <ProWelcome onClose={dismiss} />}
      {shouldShowPayoutBanner && <PayoutBanner {...stats.data} />}
      <PendingRefundsBanner />
      {isBeforeFirstSale ? <FirstSteps /> : statCards}
      <ContentList />
      {isBeforeFirstSale ? (
        <CollapsedStats>{statCards}</CollapsedStats>
      ) : (
        <>
          <EarningsCard />
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-[18px] lg:grid-cols-[minmax(0,1.45fr)_minmax(0,1fr)]">
            <LatestSales />
            <PayoutTimeline direction="column" />
          </div>
        </>
      )}
    </div>
  )
}

/** The stats before the first sale. They are all zero, so they are collapsed. */
function CollapsedStats({ children }: { children: ReactNode }) {
  return (
    <Disclosure
      summary={<span className="font-semibold">Your stats, from your first sale on</span>}
      className="text-ink-soft"
    >
      <div className="pt-2 text-ink">{children}</div>
    </Disclosure>
  )
}

function hasNoSales({ totalTips, totalEarnings, availableBalance }: ResponseOf<typeof getStats>): boolean {
  return totalTips === 0 && totalEarnings === 0 && availableBalance === 0
}
