import { Suspense, useState } from 'react'
import type * as contract from '../../../contract/pro.ts'
import { Card } from '../../ui/card.tsx'
import { formatCount } from '../../ui/count-text.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StatCard } from '../../ui/stat-card.tsx'
import { ContentBreakdown } from './content-breakdown.tsx'
import { formatChartDate } from './date-range.ts'
import { ReferrerList } from './referrer-list.tsx'

// The chart's code is loaded when there is data.
const LineChart = lazyComponent(async () => (await import('../../ui/line-chart.tsx')).LineChart)

const metrics = [
  { value: 'netEarnings', label: 'Earned' },
  { value: 'sales', label: 'Sales' },
  { value: 'views', label: 'Views' },
] as const
type Metric = (typeof metrics)[number]['value']

/** The figures of the range: totals, by day, by item and by source. */
export function AnalyticsReport({ report }: { report: contract.AnalyticsReport }) {
  const { total, currency, items, sources } = report
  return (
    <>
      <div className="grid grid-cols-2 gap-[18px] lg:grid-cols-4">
        <StatCard
          label="Views"
          value={formatCount(total.views)}
          caption="Unique daily visitors, bots excluded"
        />
        <StatCard
          label="Checkouts"
          value={formatCount(total.checkouts)}
          caption={percentOf(total.checkouts, total.views, 'of views')}
        />
        <StatCard
          label="Sales"
          value={formatCount(total.sales)}
          caption={percentOf(total.sales, total.checkouts, 'of checkouts')}
        />
        <StatCard
          label="Earned"
          value={formatMoney(total.netEarnings, currency)}
          caption="After fees and refunds"
        />
      </div>
      <DailyChart report={report} />
      <div className="grid items-start gap-[18px] lg:grid-cols-[1.7fr_1fr]">
        <ContentBreakdown items={items} currency={currency} />
        <ReferrerList sources={sources} />
      </div>
    </>
  )
}

function DailyChart({ report: { days, currency } }: { report: contract.AnalyticsReport }) {
  const [measure, setMeasure] = useState<Metric>('netEarnings')
  const now = new Date()
  const chosen = metrics.find(({ value }) => value === measure)?.label ?? ''
  const others = metrics.filter(({ value }) => value !== measure)
  const formatMetric = (day: contract.AnalyticsReport['days'][number], what: Metric) =>
    what === 'netEarnings' ? formatMoney(day.netEarnings, currency) : formatCount(day[what])
  return (
    <Card className="p-4 sm:p-[22px]">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">By day</h2>
        <SegmentedControl
          label="Metric"
          name="measure"
          options={metrics}
          value={measure}
          onChange={setMeasure}
        />
      </div>
      <Suspense fallback={<Skeleton className="mt-2 h-[172px]" />}>
        <LineChart
          title={`${chosen} by day`}
          columns={['Day', chosen, ...others.map(({ label }) => label)]}
          points={days.map((day) => ({
            label: formatChartDate(day.day, now),
            value: day[measure],
            cells: [formatMetric(day, measure), ...others.map(({ value }) => formatMetric(day, value))],
          }))}
        />
      </Suspense>
    </Card>
  )
}

/** Empty above 100 %: a sale can follow a view from before the range. */
function percentOf(part: number, whole: number, of: string): string {
  return whole === 0 || part > whole ? '\u00a0' : `${Math.round((part / whole) * 100)}% ${of}`
}
