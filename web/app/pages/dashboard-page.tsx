import { Plus } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import type { User } from '../../../contract/accounts.ts'
import { getDashboardStats } from '../../../contract/earnings.ts'
import { listSales } from '../../../contract/sales.ts'
import { getAccount } from '../../../contract/settings.ts'
import { isUnauthorized } from '../../api/client.ts'
import { useApiQuery, useCurrentUser } from '../../api/query.ts'
import type { ResponseOf } from '../../api/types.ts'
import { StatCards } from '../../features/earning/earnings/stat-cards.tsx'
import { PendingRefundsBanner } from '../../features/earning/refunds/pending-refunds-banner.tsx'
import { PayoutBanner } from '../../features/money/payouts/payout-banner.tsx'
import { ContentList } from '../../features/selling/content/content-list.tsx'
import { RedirectToSignIn } from '../../shared/require-auth.tsx'
import { useSaleEvents } from '../../shared/sale-events.ts'
import { Badge } from '../../ui/badge.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { createNearSignal, NearBoundary } from '../../ui/near-boundary.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextLink } from '../../ui/text-link.tsx'

const loadFirstSteps = async () =>
  (await import('../../features/selling/first-day/first-steps.tsx')).FirstSteps
const loadEarnings = async () =>
  (await import('../../features/earning/earnings/earnings-card.tsx')).EarningsCard
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
  async () => (await import('../../features/earning/pro/subscription-return.tsx')).SubscriptionReturn,
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

  const statCards = <StatCards query={stats} />
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

type DashboardHeaderProps = { viewer: User | null | undefined; isBeforeFirstSale: boolean }

/** The greeting, the plan and the upload button. Before the first sale, the first steps have the primary button. */
function DashboardHeader({ viewer, isBeforeFirstSale }: DashboardHeaderProps) {
  const isPro = viewer?.plan === 'pro'
  const greeting = isBeforeFirstSale ? 'Welcome' : 'Welcome back'
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 pt-5 pb-0.5">
      <div className="min-w-0">
        {viewer && (
          <p className="wrap-anywhere text-ink-soft">{`${greeting}, ${viewer.firstName ?? viewer.email}`}</p>
        )}
        <h1 className="flex flex-wrap items-center gap-x-3 text-2xl">
          Creator Dashboard
          {isPro && (
            <Badge tone="warm" className="font-body tracking-normal">
              Pro
            </Badge>
          )}
        </h1>
        <OwnPageLink />
      </div>
      <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:flex-auto">
        {!isPro && (
          <LinkButton variant={isBeforeFirstSale ? 'tertiary' : 'secondary'} href="/pricing">
            View Pricing
          </LinkButton>
        )}
        <LinkButton
          variant={isBeforeFirstSale ? 'tertiary' : 'primary'}
          href="/upload"
          className="h-auto whitespace-normal"
        >
          <Plus aria-hidden />
          Upload New Content
        </LinkButton>
      </div>
    </header>
  )
}

function OwnPageLink() {
  const handle = useApiQuery(getAccount).data?.handle
  if (!handle) return null
  return (
    <TextLink href={`/@${handle}`} className="inline-flex min-h-11 items-center">
      See your page
      <span className="text-ink-soft">&nbsp;@{handle}</span>
    </TextLink>
  )
}
