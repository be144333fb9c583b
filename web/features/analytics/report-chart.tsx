import { Suspense, useState } from 'react'
import type { AnalyticsReport } from '../../../contract/analytics-report.ts'
import { intervalFor, stepStart } from '../../../domain/chart-buckets.ts'
import { Card } from '../../ui/card.tsx'
import { formatCount, pluralize } from '../../ui/count-text.ts'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { formatMoney, formatMoneyTick } from '../../ui/money-text.ts'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { formatChartDate } from './date-range.ts'

// The chart's code is loaded when there is data.
const ColumnChart = lazyComponent(async () => (await import('../../ui/column-chart.tsx')).ColumnChart)

const metrics = [
  { value: 'earned', label: 'Earned' },
  { value: 'sales', label: 'Sales' },
  { value: 'views', label: 'Views' },
] as const
type Metric = (typeof metrics)[number]['value']
type Day = AnalyticsReport['days'][number]
const stepNames = { day: 'Day', week: 'Week of', month: 'Month' }

/** One measure over the range: by day, or by week for a longer one. */
export function ReportChart({ report: { days, currency } }: { report: AnalyticsReport }) {
  const [metric, setMetric] = useState<Metric>('earned')
  const label = metrics.find(({ value }) => value === metric)?.label ?? ''
  const interval = intervalFor({ from: days[0]?.day ?? '', to: days.at(-1)?.day ?? '' })
  const steps = sumBySteps(days, (day) => stepStart(day, interval))
  const isMoney = metric === 'earned'
  const money = (amount: number) => formatMoney(amount, currency)
  return (
    <Card className="p-4 sm:p-[22px]">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">{`${label} by ${interval}`}</h2>
        <SegmentedControl
          label="Metric"
          name="metric"
          options={metrics}
          value={metric}
          onChange={setMetric}
        />
      </div>
      <Suspense fallback={<Skeleton className="mt-3 h-[238px]" />}>
        <ColumnChart
          title={`${label} by ${interval}`}
          columns={[stepNames[interval], 'Earned', 'Refunded', 'Sales', 'Views']}
          steps={steps.map((step) => ({
            label: formatChartDate(step.day, new Date()),
            value: step[metric],
            below: isMoney ? step.refunded : 0,
            cells: [
              money(step.earned),
              money(step.refunded),
              formatCount(step.sales),
              formatCount(step.views),
            ],
            tooltip: [
              ...(isMoney ? [money(step.earned)] : []),
              pluralize(step.sales, 'sale'),
              pluralize(step.views, 'view'),
              ...(step.refunded > 0 ? [`${money(step.refunded)} refunded`] : []),
            ],
          }))}
          formatTick={(value) => (isMoney ? formatMoneyTick(value, currency) : countTick(value))}
          legend={{
            value: label,
            ...(isMoney && steps.some(({ refunded }) => refunded > 0) && { below: 'Refunded' }),
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

function sumBySteps(days: ReadonlyArray<Day>, stepOf: (day: string) => string): Array<Day> {
  const steps = new Map<string, Day>()
  for (const day of days) {
    const key = stepOf(day.day)
    const step = steps.get(key)
    steps.set(key, {
      ...{ ...day, day: key },
      views: (step?.views ?? 0) + day.views,
      sales: (step?.sales ?? 0) + day.sales,
      earned: (step?.earned ?? 0) + day.earned,
      refunded: (step?.refunded ?? 0) + day.refunded,
    })
  }
  return [...steps.values()]
}
