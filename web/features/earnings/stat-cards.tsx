import type * as z from 'zod/mini'
import type { getDashboardStats } from '../../../contract/earnings.ts'
import type { ApiError } from '../../api/api-error.ts'
import { Card } from '../../ui/card.tsx'
import { formatCount } from '../../ui/count-text.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatCard } from '../../ui/stat-card.tsx'

type Stats = z.output<typeof getDashboardStats.response>
type StatCardsProps = { stats?: Stats; error: ApiError | null; retry: () => void }

/** The dashboard's four figures. */
export function StatCards({ stats, error, retry }: StatCardsProps) {
  if (stats) return <StatGrid stats={stats} />
  if (!error) return <StatCardsSkeleton />
  return (
    <Card>
      <ErrorState title="Your stats didn’t load" description={error.userMessage} onRetry={retry} />
    </Card>
  )
}

function StatGrid({ stats }: { stats: Stats }) {
  const { availableBalance, contentCount, totalTips, totalEarnings, currency } = stats
  return (
    <section aria-label="Your stats" className={grid}>
      <StatCard
        label="Available Balance"
        value={formatMoney(availableBalance, currency)}
        caption={
          availableBalance < 0
            ? 'Refunded after a payout. Your next sales will cover it.'
            : 'Ready for payout'
        }
      />
      <StatCard
        label="Content Pieces"
        value={formatCount(contentCount)}
        caption={contentCount === 0 ? 'Start creating content!' : 'Total content created'}
      />
      <StatCard
        label="Total Tips"
        value={formatCount(totalTips)}
        caption={totalTips === 0 ? 'No tips yet' : 'Total tips to date'}
      />
      <StatCard
        label="Total Earnings"
        value={formatMoney(totalEarnings, currency)}
        caption={totalEarnings === 0 ? 'No sales yet' : 'Lifetime earnings'}
      />
    </section>
  )
}

function StatCardsSkeleton() {
  return (
    <div role="status" className={grid}>
      <span className="sr-only">Loading your stats</span>
      {['balance', 'pieces', 'tips', 'earnings'].map((name) => (
        <Card key={name} className="p-4 sm:p-[22px]">
          <Skeleton className="my-1 w-24" />
          <Skeleton className="mt-3 mb-2 h-7 w-28" />
          <Skeleton className="w-20" />
        </Card>
      ))}
    </div>
  )
}

const grid = 'grid grid-cols-2 gap-3 sm:gap-[18px] lg:grid-cols-4'
