import { Suspense, useState } from 'react'
import type { AnalyticsReport } from '../../../contract/analytics-report.ts'
import { Card } from '../../ui/card.tsx'
import { formatCount } from '../../ui/count-text.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { formatMoneyTick } from '../../ui/money-text.ts'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { hasRefunds, intervalOf, type Metric, periodBefore, reportSteps } from './report-steps.ts'

// The chart's code is loaded when there is data.
const ColumnChart = lazyComponent(async () => (await import('../../ui/column-chart.tsx')).ColumnChart)

const metrics: ReadonlyArray<{ value: Metric; label: string }> = [
  { value: 'earned', label: 'Earned' },
  { value: 'sales', label: 'Sales' },
  { value: 'views', label: 'Views' },
]
const stepNames = { day: 'Day', week: 'Week of', month: 'Month' }

/** A metric by day, or by week for a long range, with the period before as faded columns behind it. */
export function ReportChart({ report }: { report: AnalyticsReport }) {
  const { currency, previous } = report
  const [metric, setMetric] = useState<Metric>('earned')
  const label = metrics.find(({ value }) => value === metric)?.label ?? ''
  const interval = intervalOf(report)
  const title = `${label} by ${interval}`
  const before = previous ? periodBefore(report) : undefined
  const isMoney = metric === 'earned'
  return (
    <Card padding="none" className="p-4 sm:p-[22px]">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">{title}</h2>
        <SegmentedControl
          label="Metric"
          name="metric"
          options={metrics}
          value={metric}
          onChange={setMetric}
        />
      </div>
      <Suspense fallback={<Skeleton shape="block" className="mt-3 h-[238px]" />}>
        <ColumnChart
          title={title}
          columns={[
            stepNames[interval],
            ...['Earned', 'Refunded', 'Sales', 'Views'],
            ...(before ? [`${label}, ${before}`] : []),
          ]}
          steps={reportSteps(report, metric)}
          formatTick={(value) => (isMoney ? formatMoneyTick(value, currency) : countTick(value))}
          legend={{
            value: label,
            ...(before && { previous: before }),
            ...(isMoney && hasRefunds(report) && { below: 'Refunded' }),
          }}
        />
      </Suspense>
      <p className="text-ink-faint text-sm">Days are in UTC.</p>
    </Card>
  )
}

/** Counts have no ticks between whole numbers. */
function countTick(value: number): string {
  return Number.isInteger(value) ? formatCount(value) : ''
}
