import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { getMonthlyTrends, type MonthlyTrend } from '../../../../../contract/admin-payouts.ts'
import { useApiQuery } from '../../../../api/query.ts'
import { Card } from '../../../../ui/card.tsx'
import { ChartDataTable } from '../../../../ui/chart-data-table.tsx'
import { formatMoney } from '../../../../ui/format.ts'
import { AdminQueryState } from '../admin-list.tsx'
import { formatMonth, monthName } from '../format.ts'

export function MonthlyTrends() {
  const read = useApiQuery(getMonthlyTrends)
  return (
    <section aria-labelledby="trends" className="@container grid gap-4 pt-2">
      <h2 id="trends" className="text-xl">
        Last 12 months
      </h2>
      <AdminQueryState query={read} subject="The trends">
        {({ months, currency }) => (
          <div className="grid items-start gap-[18px] @min-[44rem]:grid-cols-2">
            <RevenueCard months={months} currency={currency} />
            <RatesCard months={months} />
          </div>
        )}
      </AdminQueryState>
    </section>
  )
}

function RevenueCard({ months, currency }: { months: Array<MonthlyTrend>; currency: string }) {
  const current = months.at(-1)
  return (
    <Card className="grid gap-3">
      <div>
        <h3 className="text-lg">Revenue by month</h3>
        {current && (
          <p className="text-ink-soft">
            {formatMoney(current.revenue, currency)} so far in {formatMonth(current)}
          </p>
        )}
      </div>
      <RevenueChart months={months} currency={currency} />
      <ChartDataTable
        title="Revenue by month"
        columns={['Month', 'Revenue', 'Commission']}
        points={months.map((month) => ({
          label: formatMonth(month),
          cells: [formatMoney(month.revenue, currency), formatMoney(month.commission, currency)],
        }))}
      />
    </Card>
  )
}

function RatesCard({ months }: { months: Array<MonthlyTrend> }) {
  return (
    <Card className="grid gap-3">
      <div>
        <h3 className="text-lg">Refunds and disputes</h3>
        <p className="text-ink-soft">Refunded and disputed purchases per 100 sales of the month</p>
      </div>
      <RateChart months={months} />
      <ChartDataTable
        title="Refunds and disputes"
        columns={['Month', 'Sales', 'Refunds', 'Disputes']}
        points={months.map((month) => ({
          label: formatMonth(month),
          cells: [
            String(month.sales),
            `${month.refundedPurchases} (${formatRate(rateOf(month.refundedPurchases, month.sales))})`,
            `${month.disputedPurchases} (${formatRate(rateOf(month.disputedPurchases, month.sales))})`,
          ],
        }))}
      />
    </Card>
  )
}

type ChartFrameProps = {
  /** The labels of the grid lines from bottom to top, and of the time axis from left to right. */
  grid: ReadonlyArray<string>
  axis: ReadonlyArray<string>
  legend: ReadonlyArray<{ label: string; color: string }>
  children: ReactNode
}

/** Grid, axis and legend around a chart. Screen readers get the values from the table of each chart. */
function ChartFrame({ grid, axis, legend, children }: ChartFrameProps) {
  return (
    <div aria-hidden className="mt-3 text-ink-faint text-sm">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
        <div className="-my-2.5 flex flex-col-reverse justify-between text-right tabular-nums">
          {grid.map((label) => (
            <span key={label}>{label}</span>
          ))}
        </div>
        <div className="relative h-40">
          <div className="absolute inset-0 flex flex-col justify-between">
            {grid.map((label) => (
              <span key={label} className="border-line border-t" />
            ))}
          </div>
          {children}
        </div>
        <div className="col-start-2 mt-2 flex justify-between">
          {axis.map((label, index) => (
            // Two months of different years may have the same name.
            // biome-ignore lint/suspicious/noArrayIndexKey: the labels never reorder
            <span key={index}>{label}</span>
          ))}
        </div>
      </div>
      <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1">
        {legend.map(({ label, color }) => (
          <li key={label} className="flex items-center gap-2 text-ink-soft">
            <span className={`size-2.5 rounded-[3px] ${color}`} />
            {label}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Card networks monitor sellers whose rate of disputes is above this share. */
const maxDisputeRate = 0.0075

/** Lines of the refund and dispute rates, and the card networks' dispute limit as a dashed line. */
function RateChart({ months }: { months: Array<MonthlyTrend> }) {
  const refunds = months.map(({ refundedPurchases, sales }) => rateOf(refundedPurchases, sales))
  const disputes = months.map(({ disputedPurchases, sales }) => rateOf(disputedPurchases, sales))
  const grid = gridValues(Math.max(maxDisputeRate, ...[...refunds, ...disputes].map((rate) => rate ?? 0)))
  const legend = [
    { label: `Refunds ${formatRate(refunds.at(-1))}`, color: 'bg-brand' },
    { label: `Disputes ${formatRate(disputes.at(-1))}`, color: 'bg-accent' },
    { label: `Dispute limit ${maxDisputeRate * 100}%`, color: 'bg-danger' },
  ]
  const maxRate = grid[2]
  return (
    <ChartFrame
      grid={grid.map((value) => `${Number((value * 100).toFixed(2))}%`)}
      axis={axisLabels(months)}
      legend={legend}
    >
      <svg
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        className="absolute inset-0 size-full overflow-visible"
        aria-hidden="true"
      >
        <line
          x1="0"
          x2="100"
          y1={100 - (maxDisputeRate / maxRate) * 100}
          y2={100 - (maxDisputeRate / maxRate) * 100}
          stroke="var(--danger)"
          strokeWidth="1.5"
          strokeDasharray="4 4"
          vectorEffect="non-scaling-stroke"
        />
        <RateLine rates={refunds} maxRate={maxRate} color="var(--brand)" />
        <RateLine rates={disputes} maxRate={maxRate} color="var(--accent)" />
      </svg>
    </ChartFrame>
  )
}

/** Months without sales interrupt the line. A month between two of them is a dot. */
function RateLine({
  rates,
  maxRate,
  color,
}: {
  rates: Array<number | undefined>
  maxRate: number
  color: string
}) {
  const step = 100 / Math.max(1, rates.length - 1)
  const path = rates
    .map((rate, index) => {
      if (rate === undefined) return ''
      const isStart = rates[index - 1] === undefined
      const point = `${(index * step).toFixed(2)} ${(100 - (rate / maxRate) * 100).toFixed(2)}`
      return isStart ? `M${point}L${point}` : `L${point}`
    })
    .join('')
  return (
    <path
      d={path}
      fill="none"
      stroke={color}
      strokeWidth="2.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      vectorEffect="non-scaling-stroke"
    />
  )
}

const legend = [
  { label: 'Revenue', color: 'bg-brand' },
  { label: 'of which commission', color: 'bg-accent' },
]

/** A bar for each month; its lower part is the commission. Months with more refunds than sales have no bar. */
function RevenueChart({ months, currency }: { months: Array<MonthlyTrend>; currency: string }) {
  const grid = gridValues(Math.max(0, ...months.map(({ revenue }) => revenue)))
  const maxRevenue = grid[2]
  const money = (amount: number) => formatMoney(amount, currency)
  return (
    <ChartFrame grid={grid.map((value) => money(value))} axis={axisLabels(months)} legend={legend}>
      <div className="absolute inset-0 flex items-end gap-1 sm:gap-2">
        {months.map((month, index) => {
          const { revenue, commission } = month
          const share = revenue > 0 ? Math.min(1, Math.max(0, commission / revenue)) : 0
          return (
            <span
              key={formatMonth(month)}
              title={`${formatMonth(month)}: ${money(revenue)}, commission ${money(commission)}`}
              className="flex h-full min-w-0 flex-1 flex-col justify-end"
            >
              <span
                className={clsx(
                  'flex flex-col justify-end overflow-hidden rounded-t-[4px] bg-brand',
                  index < months.length - 1 && 'opacity-55',
                )}
                style={{ height: `${(Math.max(0, revenue) / maxRevenue) * 100}%` }}
              >
                <span className="bg-accent" style={{ height: `${share * 100}%` }} />
              </span>
            </span>
          )
        })}
      </div>
    </ChartFrame>
  )
}

/** Events per sale; undefined in a month without sales. */
export function rateOf(events: number, sales: number): number | undefined {
  return sales === 0 ? undefined : events / sales
}

/** `1.2%`, `12%`; a dash without sales. */
export function formatRate(rate: number | undefined): string {
  if (rate === undefined) return '–'
  const percent = rate * 100
  return percent > 0 && percent < 10 ? `${percent.toFixed(1)}%` : `${Math.round(percent)}%`
}

/** Zero, a half and the whole of the smallest round number at or above `max`. */
export function gridValues(max: number): [number, number, number] {
  const power = 10 ** Math.floor(Math.log10(Math.max(max, Number.MIN_VALUE)))
  const top = [1, 2, 2.5, 5, 10].map((step) => step * power).find((value) => value >= max) ?? max
  return max > 0 ? [0, top / 2, top] : [0, 0.5, 1]
}

export function axisLabels(months: ReadonlyArray<{ month: number }>): Array<string> {
  const picked = [months[0], months[Math.floor(months.length / 2)], months.at(-1)]
  return picked.map((month) => (month ? monthName(month.month).slice(0, 3) : ''))
}
