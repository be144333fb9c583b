import { ChartLine } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { EarningsRange } from '../../../contract/analytics.ts'
import { getEarningsHistory } from '../../api/calls.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import type { ResponseOf } from '../../api/types.ts'
import { QueryState } from '../../shared/query-state.tsx'
import { useSessionExpiredRedirect } from '../../shared/use-session-expired-redirect.ts'
import { Card } from '../../ui/card.tsx'
import { formatCount, pluralize } from '../../ui/count-text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { formatChartDate } from './chart-point-label.ts'

// The chart's code is loaded when there is data.
const LineChart = lazyComponent(async () => (await import('../../ui/line-chart.tsx')).LineChart)

const periods = [
  { value: 'week', label: '7 d', title: 'Earnings, last 7 days' },
  { value: 'month', label: '30 d', title: 'Earnings, last 30 days' },
  { value: 'all', label: 'All', title: 'Earnings, all time' },
] as const

export function EarningsCard() {
  const [period, setPeriod] = useState<EarningsRange>('month')
  const read = useApiQuery(getEarningsHistory, { query: { period }, keepPreviousData: true })
  useSessionExpiredRedirect(read.error)
  const title = periods.find(({ value }) => value === period)?.title ?? ''
  return (
    <Card className="p-4 sm:p-[22px]">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">{title}</h2>
        <SegmentedControl
          label="Date range"
          name="period"
          options={periods}
          value={period}
          onChange={setPeriod}
        />
      </div>
      <QueryState query={read} subject="Your earnings" skeleton={<EarningsSkeleton />}>
        {(history) => <EarningsChart title={title} {...history} />}
      </QueryState>
      <p className="mt-2">
        <TextLink href="/analytics" className="inline-flex min-h-11 items-center">
          Advanced analytics
        </TextLink>
      </p>
    </Card>
  )
}

function EarningsChart({
  title,
  currency,
  interval,
  points,
}: ResponseOf<typeof getEarningsHistory> & { title: string }) {
  if (points.every(({ netEarnings, sales }) => netEarnings === 0 && sales === 0)) return <NoEarnings />
  const total = points.reduce((sum, { netEarnings }) => sum + netEarnings, 0)
  const sales = points.reduce((sum, one) => sum + one.sales, 0)
  return (
    <>
      <p className="mt-1 text-ink-soft">
        <b className="font-semibold text-ink">{formatMoney(Math.round(total * 1000) / 1000, currency)}</b>{' '}
        from {pluralize(sales, 'sale')}
      </p>
      <Suspense fallback={<EarningsSkeleton />}>
        <LineChart
          title={title}
          columns={[interval === 'month' ? 'Month' : 'Day', 'Earned', 'Sales']}
          points={points.map(({ from, netEarnings, sales }) => ({
            label: formatChartDate(from, interval),
            value: netEarnings,
            cells: [formatMoney(netEarnings, currency), formatCount(sales)],
          }))}
        />
      </Suspense>
    </>
  )
}

function NoEarnings() {
  return (
    <EmptyState
      icon={<ChartLine aria-hidden />}
      title="No earnings in this period"
      description="Share a tip link. Sales show up here as soon as they’re paid."
    />
  )
}

function EarningsSkeleton() {
  return (
    <div role="status" className="pt-4">
      <span className="sr-only">Loading your earnings</span>
      <Skeleton className="h-[172px] w-full" />
    </div>
  )
}
