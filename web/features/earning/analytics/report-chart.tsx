import { Suspense, useState } from 'react'
import type { AnalyticsReport } from '../../../../contract/analytics.ts'
import { intervalFor, stepStart } from '../../../../domain/chart-buckets.ts'
import { Card } from '../../../ui/card.tsx'
import { mondayTick } from '../../../ui/chart-ticks.ts'
import type { ChartStep } from '../../../ui/column-chart.tsx'
import { formatCount, formatMoney, formatMoneyTick, pluralize } from '../../../ui/format.ts'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { formatChartDate } from './date-range.ts'
import { dayStartLabel } from './report-advice.tsx'

// The chart's code is loaded when there is data.
const ColumnChart = lazyComponent(async () => (await import('../../../ui/column-chart.tsx')).ColumnChart)

const metrics: ReadonlyArray<{ value: Metric; label: string }> = [
  { value: 'earned', label: 'Earned' },
  { value: 'sales', label: 'Sales' },
  { value: 'views', label: 'Views' },
]
const stepNames = { day: 'Day', week: 'Week of', month: 'Month' }

/** A metric by day, or by week for a long range, with the period before as faded columns behind it. */
type ReportChartProps = { report: AnalyticsReport; isFree: boolean; timeZone: string }

export function ReportChart({ report, isFree, timeZone }: ReportChartProps) {
  const { currency, previous } = report
  const [metric, setMetric] = useState<Metric>(isFree ? 'views' : 'earned')
  const label = metrics.find(({ value }) => value === metric)?.label ?? ''
  const interval = intervalOf(report)
  const title = `${label} by ${interval}`
  const before = previous ? periodBefore(report) : undefined
  const isMoney = metric === 'earned'
  return (
    <Card padding="none" className="p-4 sm:p-[22px]">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">{title}</h2>
        {!isFree && (
          <SegmentedControl
            label="Metric"
            name="metric"
            options={metrics}
            value={metric}
            onChange={setMetric}
          />
        )}
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
      <p className="text-ink-faint text-sm">{dayStartLabel(timeZone, report.days.at(-1)?.day ?? '')}</p>
    </Card>
  )
}

/** Counts have no ticks between whole numbers. */
function countTick(value: number): string {
  return Number.isInteger(value) ? formatCount(value) : ''
}

type Metric = 'earned' | 'sales' | 'views'
type Report = Pick<AnalyticsReport, 'days' | 'currency'>
type Day = AnalyticsReport['days'][number]
type Figures = NonNullable<Day['previous']>
type Step = Omit<Day, 'checkouts' | 'netEarnings'>

const emptyFigures: Figures = { views: 0, sales: 0, earned: 0 }

/** `30 days before`: the period that a report is compared with. */
export function periodBefore({ days }: Pick<Report, 'days'>): string {
  return `${pluralize(days.length, 'day')} before`
}

/** The columns of a metric, by day or by week, each with the days of the period before. */
export function reportSteps(report: Report, metric: Metric): Array<ChartStep> {
  const isMoney = metric === 'earned'
  const money = (amount: number) => formatMoney(amount, report.currency)
  const textOf = (figures: Figures) =>
    isMoney ? money(figures.earned) : pluralize(figures[metric], metric.slice(0, -1))
  const isByDay = intervalOf(report) === 'day'
  return sumByStep(report.days).map((step) => ({
    label: formatChartDate(step.day, new Date()),
    tick: isByDay ? mondayTick(step.day, report.days.length) : undefined,
    value: step[metric],
    below: isMoney ? step.refunded : 0,
    previous: step.previous?.[metric] ?? null,
    cells: [
      money(step.earned),
      money(step.refunded),
      formatCount(step.sales),
      formatCount(step.views),
      ...(step.previous ? [textOf(step.previous)] : []),
    ],
    tooltip: [
      ...(isMoney ? [money(step.earned)] : []),
      pluralize(step.sales, 'sale'),
      pluralize(step.views, 'view'),
      ...(step.refunded > 0 ? [`${money(step.refunded)} refunded`] : []),
      ...(step.previous ? [`${periodBefore(report)}: ${textOf(step.previous)}`] : []),
    ],
  }))
}

function hasRefunds({ days }: Pick<Report, 'days'>): boolean {
  return days.some(({ refunded }) => refunded > 0)
}

export function intervalOf({ days }: Pick<Report, 'days'>) {
  return intervalFor({ from: days[0]?.day ?? '', to: days.at(-1)?.day ?? '' })
}

function sumByStep(days: Report['days']): Array<Step> {
  const interval = intervalOf({ days })
  const steps = new Map<string, Step>()
  for (const day of days) {
    const key = stepStart(day.day, interval)
    const step = steps.get(key)
    steps.set(key, {
      ...sumFigures(step, day),
      day: key,
      refunded: (step?.refunded ?? 0) + day.refunded,
      previous: day.previous && sumFigures(step?.previous, day.previous),
    })
  }
  return [...steps.values()]
}

function sumFigures(a: Figures | null | undefined, b: Figures): Figures {
  const { views, sales, earned } = a ?? emptyFigures
  return { views: views + b.views, sales: sales + b.sales, earned: earned + b.earned }
}
