import { clsx } from 'clsx'
import type { MonthlyTrend } from '../../../contract/admin-monthly-payouts.ts'
import { formatMoney } from '../../ui/money-text.ts'
import { formatMonth } from './admin-format.ts'
import { ChartFrame } from './chart-frame.tsx'
import { axisLabels, gridValues } from './trend-figures.ts'

const legend = [
  { label: 'Revenue', color: 'bg-brand' },
  { label: 'Commission, part of it', color: 'bg-accent' },
]

/** A bar for each month; its lower part is the commission. Months with more refunds than sales have no bar. */
export function RevenueChart({ months, currency }: { months: Array<MonthlyTrend>; currency: string }) {
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
