import type { MonthlyTrend } from '../../../contract/admin-monthly-payouts.ts'
import { ChartFrame } from './chart-frame.tsx'
import { axisLabels, formatRate, gridValues, rateOf } from './trend-figures.ts'

/** Card networks monitor sellers whose rate of disputes is above this share. */
const maxDisputeRate = 0.0075

/** Lines of the refund and dispute rates, and the card networks' dispute limit as a dashed line. */
export function RateChart({ months }: { months: Array<MonthlyTrend> }) {
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
