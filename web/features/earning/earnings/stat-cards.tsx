import type { getDashboardStats } from '../../../../contract/earnings.ts'
import { site } from '../../../../contract/site.ts'
import type { ResponseOf } from '../../../api/types.ts'
import { LoadError, type QueryLike } from '../../../shared/query-state.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatCount, formatMoney } from '../../../ui/format.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { StatStrip } from '../../../ui/stat.tsx'

type Stats = ResponseOf<typeof getDashboardStats>

export function StatCards({ query }: { query: QueryLike<Stats> }) {
  if (query.data) return <StatGrid stats={query.data} />
  if (!query.error) return <StatCardsSkeleton />
  return (
    <Card>
      <LoadError query={query} subject="Your stats" />
    </Card>
  )
}

function StatGrid({ stats }: { stats: Stats }) {
  const { availableBalance, contentCount, totalTips, totalEarnings, currency } = stats
  return (
    <StatStrip
      label="Your stats"
      stats={[
        {
          label: site().isSolo ? 'Balance' : 'Available Balance',
          value: <span id="available-balance">{formatMoney(availableBalance, currency)}</span>,
          caption: site().isSolo
            ? 'Without refunds and holds'
            : availableBalance < 0
              ? 'Refunded after a payout. Your next sales will cover it.'
              : 'Ready for payout',
        },
        {
          label: 'Content Pieces',
          value: formatCount(contentCount),
          caption: contentCount === 0 ? 'Start creating content!' : 'Total content created',
        },
        {
          label: 'Total Tips',
          value: formatCount(totalTips),
          caption: totalTips === 0 ? 'No tips yet' : 'Total tips to date',
        },
        {
          label: 'Total Earnings',
          value: formatMoney(totalEarnings, currency),
          caption: totalEarnings === 0 ? 'No sales yet' : 'Lifetime earnings',
        },
      ]}
    />
  )
}

function StatCardsSkeleton() {
  return (
    <Card padding="none" className="grid grid-cols-2 gap-6 p-4 sm:p-[22px] lg:grid-cols-4">
      <span role="status" className="sr-only">
        Loading your stats
      </span>
      {['balance', 'pieces', 'tips', 'earnings'].map((name) => (
        <div key={name}>
          <Skeleton className="w-24" />
          <Skeleton shape="block" className="mt-2 mb-2 h-7 w-28" />
          <Skeleton className="w-20" />
        </div>
      ))}
    </Card>
  )
}
