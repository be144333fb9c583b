import { Suspense, useEffect, useState } from 'react'
import { getDashboardStats } from '../../../contract/earnings.ts'
import { listRefundRequests } from '../../../contract/refunds.ts'
import { listSales } from '../../../contract/sales.ts'
import { site } from '../../../contract/site.ts'
import { isUnauthorized } from '../../api/client.ts'
import { useApiQuery, useCurrentUser } from '../../api/query.ts'
import type { ResponseOf } from '../../api/types.ts'
import { StatCards } from '../../features/earning/earnings/stat-cards.tsx'
import { addNewSale, useNewSales } from '../../features/earning/sales/new-sales.ts'
import { PayoutBanner } from '../../features/money/payouts/payout-banner.tsx'
import { ContentList } from '../../features/selling/content/content-list.tsx'
import { RedirectToSignIn } from '../../shared/require-auth.tsx'
import { useSaleEvents } from '../../shared/sale-events.ts'
import { firstIntent } from '../../ui/first-intent.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { createNearSignal, NearBoundary } from '../../ui/near-boundary.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DashboardHeader } from './dashboard-header.tsx'

const loadFirstSteps = async () =>
  (await import('../../features/selling/first-day/first-steps.tsx')).FirstSteps
const loadOperatorCard = async () =>
  (await import('../../features/selling/first-day/operator-card.tsx')).OperatorCard
const loadRefunds = async () =>
  (await import('../../features/earning/refunds/pending-refunds-banner.tsx')).PendingRefundsBanner
const loadEarnings = async () =>
  (await import('../../features/earning/earnings/earnings-card.tsx')).EarningsCard
const loadActivity = async () => (await import('./dashboard-activity.tsx')).DashboardActivity
const earningsPosition = createNearSignal()
const activityPosition = createNearSignal()

// The server has rendered the newest sales, unless another page of the browser led here.
const isActivityRendered = !import.meta.env.SSR && document.getElementById('latest-sales') !== null
const activityIntent = isActivityRendered ? firstIntent() : Promise.resolve()

// A dashboard shows one of the first two, or none. The server renders them at once; in the browser their HTML stays until the code of
// the one that is shown has loaded. The code of the parts at the end waits until each of them is near; the newest sales also wait until somebody uses the page.
const FirstSteps = import.meta.env.SSR ? await loadFirstSteps() : lazyComponent(loadFirstSteps)
const OperatorCard = import.meta.env.SSR ? await loadOperatorCard() : lazyComponent(loadOperatorCard)
const PendingRefundsBanner = import.meta.env.SSR ? await loadRefunds() : lazyComponent(loadRefunds)
const EarningsCard = import.meta.env.SSR
  ? await loadEarnings()
  : lazyComponent(() => earningsPosition.near.then(loadEarnings))
const DashboardActivity = import.meta.env.SSR
  ? await loadActivity()
  : lazyComponent(() => activityPosition.near.then(() => activityIntent).then(loadActivity))
// Only for what happens while the page is open, and for news.
const loadNews = () => import('../../features/earning/sales/new-sales-card.tsx')
const loadFirstPayout = async () => (await loadNews()).FirstPayoutCard
const NewSalesCard = lazyComponent(async () => (await loadNews()).NewSalesCard)
const FirstPayoutCard = import.meta.env.SSR ? await loadFirstPayout() : lazyComponent(loadFirstPayout)
const SubscriptionReturn = lazyComponent(
  async () => (await import('../../features/earning/pro/subscription-return.tsx')).SubscriptionReturn,
)

/** The header, banners, the steps before the first sale, the four stats, the content, then what was sold and earned. */
export function DashboardPage() {
  useSaleEvents(addNewSale)
  const newSales = useNewSales()
  const isSubscriptionReturn = useIsSubscriptionReturn()
  const { data: viewer } = useCurrentUser()
  const stats = useApiQuery(getDashboardStats)
  const sales = useApiQuery(listSales, { query: { limit: 5 } })
  const refunds = useApiQuery(listRefundRequests).data
  const shouldShowPayoutBanner =
    !site().isSolo &&
    viewer?.payoutEnabled === false &&
    stats.data !== undefined &&
    stats.data.availableBalance > 0
  const isBeforeFirstSale = stats.data !== undefined && hasNoSales(stats.data) && !sales.data?.total
  // Who runs the site without selling anything has other first steps.
  const isOperator = !site().isSolo && Boolean(viewer?.role) && stats.data?.contentCount === 0

  if (isUnauthorized(stats.error)) return <RedirectToSignIn />

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-[18px]">
      <DashboardHeader viewer={viewer} isBeforeFirstSale={isBeforeFirstSale} />
      {isSubscriptionReturn && (
        <Suspense>
          <SubscriptionReturn />
        </Suspense>
      )}
      {(newSales.length > 0 || stats.data?.firstPayout) && (
        <Suspense>
          {newSales.length > 0 && <NewSalesCard sales={newSales} />}
          {stats.data?.firstPayout && <FirstPayoutCard payout={stats.data.firstPayout} />}
        </Suspense>
      )}
      {shouldShowPayoutBanner && <PayoutBanner {...stats.data} />}
      {refunds?.oldestPendingId && (
        <Suspense>
          <PendingRefundsBanner data={refunds} id={refunds.oldestPendingId} />
        </Suspense>
      )}
      {isBeforeFirstSale && (
        <Suspense fallback={<Skeleton shape="panel" className="h-72" />}>
          {isOperator ? <OperatorCard /> : <FirstSteps />}
        </Suspense>
      )}
      <StatCards query={stats} />
      <ContentList />
      {!isBeforeFirstSale && (
        <>
          <NearBoundary signal={activityPosition} fallback={<Skeleton shape="panel" className="h-72" />}>
            <DashboardActivity />
          </NearBoundary>
          <NearBoundary signal={earningsPosition} fallback={<Skeleton shape="panel" className="h-96" />}>
            <EarningsCard />
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

function hasNoSales({
  totalTips,
  totalEarnings,
  availableBalance,
}: ResponseOf<typeof getDashboardStats>): boolean {
  return totalTips === 0 && totalEarnings === 0 && availableBalance === 0
}
