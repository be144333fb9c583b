import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { getDashboardStats } from '../../../contract/earnings.ts'
import { listSales } from '../../../contract/sales.ts'
import { isUnauthorized } from '../../api/api-error.ts'
import { useApiQuery, useCurrentUser } from '../../api/query-hooks.ts'
import type { ResponseOf } from '../../api/types.ts'
import { ContentList } from '../../features/content/content-list.tsx'
import { StatCards } from '../../features/earnings/stat-cards.tsx'
import { PayoutBanner } from '../../features/payouts/payout-banner.tsx'
import { PendingRefundsBanner } from '../../features/refunds/pending-refunds-banner.tsx'
import { RedirectToSignIn } from '../../shared/require-auth.tsx'
import { useSaleEvents } from '../../shared/use-sale-events.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { createNearSignal, NearBoundary } from '../../ui/near-boundary.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DashboardHeader } from './dashboard-header.tsx'

const loadFirstSteps = async () => (await import('../../features/first-day/first-steps.tsx')).FirstSteps
const loadEarnings = async () => (await import('../../features/earnings/earnings-card.tsx')).EarningsCard
const loadActivity = async () => (await import('./dashboard-activity.tsx')).DashboardActivity
const earningsPosition = createNearSignal()
const activityPosition = createNearSignal()

// A dashboard shows one of the two. The server renders them at once; in the browser their HTML stays until the code of
// the one that is shown has loaded. The code of the parts at the end waits until each of them is near.
const FirstSteps = import.meta.env.SSR ? await loadFirstSteps() : lazyComponent(loadFirstSteps)
const EarningsCard = import.meta.env.SSR
  ? await loadEarnings()
  : lazyComponent(() => earningsPosition.near.then(loadEarnings))
const DashboardActivity = import.meta.env.SSR
  ? await loadActivity()
  : lazyComponent(() => activityPosition.near.then(loadActivity))
const SubscriptionReturn = lazyComponent(
  async () => (await import('../../features/subscriptions/subscription-return.tsx')).SubscriptionReturn,
)

/** The header, banners, the stats, then the content. Before the first sale, the first steps replace the stats. */
export function DashboardPage() {
  useSaleEvents()
  const isSubscriptionReturn = useIsSubscriptionReturn()
  const { data: viewer } = useCurrentUser()
  const stats = useApiQuery(getDashboardStats)
  const sales = useApiQuery(listSales, { query: { limit: 5 } })
  const shouldShowPayoutBanner =
    viewer?.payoutEnabled === false && stats.data !== undefined && stats.data.availableBalance > 0
  const isBeforeFirstSale = stats.data !== undefined && hasNoSales(stats.data) && !sales.data?.total

  if (isUnauthorized(stats.error)) return <RedirectToSignIn />

  const statCards = <StatCards stats={stats.data} error={stats.error} retry={stats.refetch} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-[18px]">
      <DashboardHeader viewer={viewer} isBeforeFirstSale={isBeforeFirstSale} />
      {isSubscriptionReturn && (
        <Suspense>
          <SubscriptionReturn />
        </Suspense>
      )}
      {shouldShowPayoutBanner && <PayoutBanner {...stats.data} />}
      <PendingRefundsBanner />
      {isBeforeFirstSale ? (
        <Suspense fallback={<Skeleton shape="panel" className="h-72" />}>
          <FirstSteps />
        </Suspense>
      ) : (
        statCards
      )}
      <ContentList />
      {isBeforeFirstSale ? (
        <CollapsedStats>{statCards}</CollapsedStats>
      ) : (
        <>
          <NearBoundary signal={earningsPosition} fallback={<Skeleton shape="panel" className="h-96" />}>
            <EarningsCard />
          </NearBoundary>
          <NearBoundary signal={activityPosition} fallback={<Skeleton shape="panel" className="h-72" />}>
            <DashboardActivity />
          </NearBoundary>
        </>
      )}
    </div>
  )
}

/** Whether the page was opened by the return from paying for Pro. The server does not know it, so it is false at first. */
function useIsSubscriptionReturn() {
  const [isReturn, setIsReturn] = useState(false)
  useEffect(() => setIsReturn(new URLSearchParams(location.search).has('subscription')), [])
  return isReturn
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

function hasNoSales({
  totalTips,
  totalEarnings,
  availableBalance,
}: ResponseOf<typeof getDashboardStats>): boolean {
  return totalTips === 0 && totalEarnings === 0 && availableBalance === 0
}
