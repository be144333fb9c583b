import { getMonthlyTrends, type MonthlyTrend } from '../../../contract/admin-monthly-payouts.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import { Card } from '../../ui/card.tsx'
import { ChartDataTable } from '../../ui/chart-data-table.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { formatMonth } from './admin-format.ts'
import { AdminQueryState } from './admin-query-state.tsx'
import { RateChart } from './rate-chart.tsx'
import { RevenueChart } from './revenue-chart.tsx'
import { formatRate, rateOf } from './trend-figures.ts'

/** Revenue and commission, and the rates of refunds and disputes, of the last twelve months. */
export function MonthlyTrends() {
  const read = useApiQuery(getMonthlyTrends)
  return (
    <section aria-labelledby="trends" className="@container grid gap-4">
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
