import { getPayoutSummary } from '../../../contract/admin.ts'
import { getInstance } from '../../../contract/instance.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import { QueryState } from '../../shared/query-state.tsx'
import { Card } from '../../ui/card.tsx'
import { formatCount } from '../../ui/count-text.ts'
import { formatMoney } from '../../ui/money-text.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatCard } from '../../ui/stat-card.tsx'
import type { YearMonth } from './month-picker.tsx'

/** The month in five figures. */
export function SummaryCards({ period }: { period: YearMonth }) {
  const read = useApiQuery(getPayoutSummary, { query: period })
  const { data: instance } = useApiQuery(getInstance)
  const money = (amount: number) => formatMoney(amount, instance?.currency ?? 'USD')
  return (
    <QueryState query={read} subject="The summary" skeleton={<SummaryCardsSkeleton />}>
      {(data) => (
        <div className="@container">
          <div className={gridClass}>
            <StatCard
              label="Total Revenue"
              value={money(data.totalRevenue)}
              caption={revenueCaption(data.taxes, money)}
            />
            <StatCard
              label="Platform Commission"
              value={money(data.platformCommission)}
              caption="Platform share of sales"
            />
            <StatCard
              label="Total Payouts"
              value={money(data.totalPayouts)}
              caption="Paid or processing this month"
            />
            <StatCard
              label="Pending Payouts"
              value={money(data.pendingPayouts)}
              caption="Ready, or waiting for a method"
            />
            <StatCard
              label="Creators"
              value={formatCount(data.creatorCount)}
              caption="With earnings or a balance to pay"
            />
          </div>
        </div>
      )}
    </QueryState>
  )
}

function revenueCaption(taxes: number, money: (amount: number) => string): string {
  return taxes === 0 ? 'Net of refunds' : `Net of refunds, with ${money(taxes)} tax`
}

/** Container queries in rem, so that larger text gets fewer columns. */
const gridClass =
  'grid gap-3 sm:gap-[18px] @min-[18rem]:grid-cols-2 @min-[56rem]:grid-cols-5 @max-[56rem]:*:last:col-span-full'

function SummaryCardsSkeleton() {
  return (
    <div role="status" className="@container">
      <span className="sr-only">Loading the summary</span>
      <div className={gridClass}>
        {['revenue', 'commission', 'payouts', 'pending', 'creators'].map((name) => (
          <Card key={name} padding="none" className="grid gap-3 p-4 sm:p-[22px]">
            <Skeleton className="w-3/5" />
            <Skeleton shape="block" className="h-8 w-4/5" />
            <Skeleton className="w-2/3" />
          </Card>
        ))}
      </div>
    </div>
  )
}
