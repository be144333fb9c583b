import type { AnalyticsReport } from '../../../../contract/analytics.ts'
import { Card } from '../../../ui/card.tsx'
import { formatCount, formatShare } from '../../../ui/format.ts'
import { Advice, funnelAdvice } from './report-advice.tsx'

export function FunnelCard({ total }: { total: AnalyticsReport['total'] }) {
  const { paidViews: views, checkouts, sales } = total
  const maxCount = Math.max(1, views, checkouts, sales)
  const steps = [
    {
      name: 'Views',
      count: views,
      note:
        views < total.views
          ? 'Unique daily visitors, free items and bots excluded'
          : 'Unique daily visitors, bots excluded',
      color: 'bg-brand/30',
    },
    {
      name: 'Reached checkout',
      count: checkouts,
      note: shareOf(checkouts, views, 'views'),
      color: 'bg-brand/65',
    },
    { name: 'Paid', count: sales, note: shareOf(sales, checkouts, 'checkouts'), color: 'bg-brand' },
  ]
  return (
    <Card padding="none" className="grid grid-rows-[1fr_auto] overflow-clip">
      <section aria-labelledby="funnel" className="grid content-start gap-5 p-4 sm:p-[22px]">
        <h2 id="funnel" className="text-xl">
          From view to sale
        </h2>
        <ol className="grid gap-[18px]">
          {steps.map(({ name, count, note, color }) => (
            <li key={name} className="grid gap-1">
              <div className="flex items-baseline justify-between gap-4">
                <span className="font-semibold">{name}</span>
                <span className="font-[650] font-display text-xl leading-none">{formatCount(count)}</span>
              </div>
              <div aria-hidden className="h-[18px] overflow-hidden rounded-[6px] bg-sunken">
                <div
                  className={`h-full rounded-[6px] ${color}`}
                  style={{ width: `${(count / maxCount) * 100}%` }}
                />
              </div>
              <p className="min-h-5 text-ink-faint text-sm">{note}</p>
            </li>
          ))}
        </ol>
      </section>
      <Advice>{funnelAdvice(total)}</Advice>
    </Card>
  )
}

/** Empty above 100%: a sale can follow a view from before the range. */
function shareOf(part: number, whole: number, wholeName: string): string {
  return whole === 0 || part > whole ? '' : `${formatShare(part / whole)} of ${wholeName}`
}
