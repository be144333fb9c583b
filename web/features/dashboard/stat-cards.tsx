import type { z } from 'zod'
import type { getStats } from '../../../contract/earnings.ts'
import type { ApiError } from '../../api/api-error.ts'
import { Card } from '../../ui/card.tsx'
import { formatCount } from '../../ui/count-text.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Stat } from '../../ui/stat.tsx'

type Stats = z.output<typeof getStats.reply>
type StatCardsProps = { stats?: Stats; error: ApiError | null; retry: () => void }

/** The four numbers a creator comes for. */
export function StatCards({ stats, error, retry }: StatCardsProps) {
  if (stats) return <Numbers stats={stats} />
  if (!error) return <Waiting />
  return (
    <Card>
      <ErrorState title="Your numbers did not load" text={error.sentence} retry={retry} />
    </Card>
  )
}

function Numbers({ stats }: { stats: Stats }) {
  const { availableBalance, contentCount, totalTips, totalEarnings, currency } = stats
  return (
    <section aria-label="Your numbers" className={grid}>
      <Stat
        label="Available Balance"
        value={formatMoney(availableBalance, currency)}
        note={availableBalance < 0 ? 'Refunds after a payout: your next sales fill it' : 'Ready for payout'}
      />
      <Stat
        label="Content Pieces"
        value={formatCount(contentCount)}
        note={contentCount === 0 ? 'Start creating content!' : 'Total content created'}
      />
      <Stat
        label="Total Tips"
        value={formatCount(totalTips)}
        note={totalTips === 0 ? 'No tips yet' : 'Total tips to date'}
      />
      <Stat
        label="Total Earnings"
        value={formatMoney(totalEarnings, currency)}
        note={totalEarnings === 0 ? 'No sales yet' : 'Lifetime earnings'}
      />
    </section>
  )
}

function Waiting() {
  return (
    <div role="status" className={grid}>
      <span className="sr-only">Loading your numbers</span>
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
