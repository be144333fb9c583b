import { isUnauthorized } from '../../api/api-error.ts'
import { getStats } from '../../api/calls.ts'
import { useApiQuery, useCurrentUser } from '../../api/query-hooks.ts'
import { ContentList } from '../../features/content/content-list.tsx'
import { EarningsCard } from '../../features/earnings/earnings-card.tsx'
import { StatCards } from '../../features/earnings/stat-cards.tsx'
import { PayoutBanner } from '../../features/payouts/payout-banner.tsx'
import { PendingRefundsBanner } from '../../features/refunds/pending-refunds-banner.tsx'
import { LatestSales } from '../../features/sales/latest-sales.tsx'
import { useSubscriptionReturn } from '../../features/subscriptions/use-subscription-return.ts'
import { RedirectToSignIn } from '../../shared/require-auth.tsx'
import { LinkButton } from '../../ui/link-button.tsx'

export function DashboardPage() {
  useSubscriptionReturn()
  const { data: viewer } = useCurrentUser()
  const stats = useApiQuery(getStats)
  const showPayoutBanner =
    viewer?.payoutEnabled === false && stats.data !== undefined && stats.data.availableBalance > 0

  if (isUnauthorized(stats.error)) return <RedirectToSignIn />

  return (
    <div className="grid gap-[18px]">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4 pt-5 pb-0.5">
        <div className="min-w-0">
          {viewer && (
            <p className="break-words text-ink-soft">Welcome back, {viewer.firstName ?? viewer.email}</p>
          )}
          <h1 className="text-2xl">Creator Dashboard</h1>
        </div>
        <div className="flex flex-wrap gap-3">
          <LinkButton variant="secondary" href="/pricing">
            View Pricing
          </LinkButton>
          <LinkButton href="/upload">Upload New Content</LinkButton>
        </div>
      </header>
      {showPayoutBanner && <PayoutBanner {...stats.data} />}
      <PendingRefundsBanner />
      <StatCards stats={stats.data} error={stats.error} retry={stats.refetch} />
      <EarningsCard />
      <LatestSales />
      <ContentList />
    </div>
  )
}
