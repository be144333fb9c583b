import type { MonthlyTrend } from '../../../contract/admin-monthly-payouts.ts'
import { ChartFrame } from './chart-frame.tsx'
import { axisLabels, formatRate, gridValues, rateOf } from './trend-figures.ts'

/** Card networks put sellers with more disputes than this under watch. */
const disputeLimit = 0.0075

/** Lines of the refund and dispute rates, with the card networks' limit of disputes dashed. */
export function RateChart({ months }: { months: Array<MonthlyTrend> }) {
  const refunds = months.map(({ refundedPurchases, sales }) => rateOf(refundedPurchases, sales))
  const disputes = months.map(({ disputedPurchases, sales }) => rateOf(disputedPurchases, sales))
  const grid = gridValues(Math.max(disputeLimit, ...[...refunds, ...disputes].map((rate) => rate ?? 0)))
  const legend = [
    { label: `Refunds ${formatRate(refunds.at(-1))}`, color: 'bg-brand' },
    { label: `Disputes ${formatRate(disputes.at(-1))}`, color: 'bg-accent' },
    { label: `Dispute limit ${disputeLimit * 100}%`, color: 'bg-danger' },
  ]
  const top = grid[2]
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
          y1={100 - (disputeLimit / top) * 100}
          y2={100 - (disputeLimit / top) * 100}
          stroke="var(--danger)"
          strokeWidth="1.5"
          strokeDasharray="4 4"
          vectorEffect="non-scaling-stroke"
        />
        <RateLine rates={refunds} top={top} color="var(--brand)" />
        <RateLine rates={disputes} top={top} color="var(--accent)" />
      </svg>
    </ChartFrame>
  )
}

/** Months without sales interrupt the line. A month between two of them is a dot. */
function RateLine({ rates, top, color }: { rates: Array<number | undefined>; top: number; color: string }) {
  const step = 100 / Math.max(1, rates.length - 1)
  const path = rates
    .map((rate, index) => {
      if (rate === undefined) return ''
      const isStart = rates[index - 1] === undefined
      const point = `${(index * step).toFixed(2)} ${(100 - (rate / top) * 100).toFixed(2)}`
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
