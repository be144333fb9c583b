import type { AnalyticsReport } from '../../../contract/pro.ts'
import { Card } from '../../ui/card.tsx'
import { formatCount } from '../../ui/count-text.ts'

/** Where visitors came from, most views first; bars are relative to the first. */
export function ReferrerList({ sources }: Pick<AnalyticsReport, 'sources'>) {
  const maxViews = Math.max(1, ...sources.map(({ views }) => views))
  return (
    <Card className="grid gap-3 p-4 sm:p-5">
      <h2 className="text-lg">Where visitors came from</h2>
      {sources.length === 0 && <p className="text-ink-soft">No visits in this period.</p>}
      <ul className="grid gap-3">
        {sources.map(({ source, views }) => (
          <li key={source}>
            <div className="flex items-baseline justify-between gap-4">
              <span className="min-w-0 [overflow-wrap:anywhere]">{source || 'Direct or unknown'}</span>
              <span className="font-semibold">{formatCount(views)}</span>
            </div>
            <div aria-hidden className="mt-1 h-1.5 rounded-full bg-sunken">
              <div
                className="h-full rounded-full bg-brand"
                style={{ width: `${(views / maxViews) * 100}%` }}
              />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
