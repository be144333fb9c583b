import { ChartLine } from 'lucide-react'
import type { AnalyticsReport } from '../../../contract/pro.ts'
import { Card } from '../../ui/card.tsx'
import { pluralize } from '../../ui/count-text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatMoney } from '../../ui/money-text.ts'

/** Views, checkouts, sales and earnings of each item, highest earnings first. */
export function ContentBreakdown({ items, currency }: Pick<AnalyticsReport, 'items' | 'currency'>) {
  return (
    <Card className="overflow-clip p-0">
      <h2 className="px-4 py-[18px] text-lg sm:px-5">By item</h2>
      {items.length === 0 && (
        <EmptyState
          icon={<ChartLine aria-hidden />}
          title="No activity in this period"
          description="No visits to your tip pages on these dates. Try other dates, or share a link."
        />
      )}
      <ul>
        {items.map(({ id, title, views, checkouts, sales, netEarnings }) => (
          <li key={id} className="grid gap-2 border-line border-t px-4 py-3.5 sm:px-5">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <h3 className="min-w-0 font-semibold [overflow-wrap:anywhere]">{title}</h3>
              <p className="font-semibold">{formatMoney(netEarnings, currency)}</p>
            </div>
            <p className="text-ink-soft text-sm">
              {pluralize(views, 'view')}, {pluralize(checkouts, 'checkout')}, {pluralize(sales, 'sale')}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
