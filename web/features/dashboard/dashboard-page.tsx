import { isSignedOut } from '../../api/api-error.ts'
import { getStats } from '../../api/calls.ts'
import { useRead, useViewer } from '../../api/hooks.ts'
import { SigningIn } from '../../api/signed-in.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { ContentList } from './content-list.tsx'
import { EarningsCard } from './earnings-card.tsx'
import { PayoutBanner } from './payout-banner.tsx'
import { RefundsWaiting } from './refunds-waiting.tsx'
import { SalesSection } from './sales-section.tsx'
import { StatCards } from './stat-cards.tsx'
import { useProWelcome } from './use-pro-welcome.ts'

export function DashboardPage() {
  useProWelcome()
  const { data: viewer } = useViewer()
  const stats = useRead(getStats)
  const isUnpaid =
    viewer?.payoutEnabled === false && stats.data !== undefined && stats.data.availableBalance > 0

  if (isSignedOut(stats.error)) return <SigningIn />

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
          <LinkButton variant="ghost" href="/pricing">
            View Pricing
          </LinkButton>
          <LinkButton href="/upload">Upload New Content</LinkButton>
        </div>
      </header>
      {isUnpaid && <PayoutBanner {...stats.data} />}
      <RefundsWaiting />
      <StatCards stats={stats.data} error={stats.error} retry={stats.refetch} />
      <EarningsCard />
      <SalesSection />
      <ContentList />
    </div>
  )
}
