import { Suspense, useState } from 'react'
import type { Analysis } from '../../../contract/pro.ts'
import { Card } from '../../ui/card.tsx'
import { formatCount } from '../../ui/count-text.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Stat } from '../../ui/stat.tsx'
import { dayName } from './days.ts'
import { ItemTable } from './item-table.tsx'
import { Referrers } from './referrers.tsx'

// What draws is fetched when there is something to draw.
const LineChart = lazyPart(async () => (await import('../../ui/line-chart.tsx')).LineChart)

const measures = [
  { value: 'earned', label: 'Earned' },
  { value: 'sales', label: 'Sales' },
  { value: 'views', label: 'Views' },
] as const
type Measure = (typeof measures)[number]['value']

/** The numbers of the chosen days: in all, day by day, item by item, and where people came from. */
export function AnalysisView({ analysis }: { analysis: Analysis }) {
  const { total, currency, items, referrers } = analysis
  return (
    <>
      <div className="grid grid-cols-2 gap-[18px] lg:grid-cols-4">
        <Stat label="Views" value={formatCount(total.views)} note="Browsers a day, without bots" />
        <Stat
          label="Checkouts"
          value={formatCount(total.checkouts)}
          note={shareOf(total.checkouts, total.views, 'of views')}
        />
        <Stat
          label="Sales"
          value={formatCount(total.sales)}
          note={shareOf(total.sales, total.checkouts, 'of checkouts')}
        />
        <Stat label="Earned" value={formatMoney(total.earned, currency)} note="Your share, less refunds" />
      </div>
      <DayByDay analysis={analysis} />
      <div className="grid items-start gap-[18px] lg:grid-cols-[1.7fr_1fr]">
        <ItemTable items={items} currency={currency} />
        <Referrers referrers={referrers} />
      </div>
    </>
  )
}

function DayByDay({ analysis: { days, currency } }: { analysis: Analysis }) {
  const [measure, setMeasure] = useState<Measure>('earned')
  const now = new Date()
  const chosen = measures.find(({ value }) => value === measure)?.label ?? ''
  const others = measures.filter(({ value }) => value !== measure)
  const textOf = (day: Analysis['days'][number], what: Measure) =>
    what === 'earned' ? formatMoney(day.earned, currency) : formatCount(day[what])
  return (
    <Card className="p-4 sm:p-[22px]">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">Day by day</h2>
        <Segmented
          label="What the line shows"
          name="measure"
          options={measures}
          value={measure}
          onChange={setMeasure}
        />
      </div>
      <Suspense fallback={<Skeleton className="mt-2 h-[172px]" />}>
        <LineChart
          title={`${chosen}, day by day`}
          columns={['Day', chosen, ...others.map(({ label }) => label)]}
          points={days.map((day) => ({
            name: dayName(day.day, now),
            value: day[measure],
            texts: [textOf(day, measure), ...others.map(({ value }) => textOf(day, value))],
          }))}
        />
      </Suspense>
    </Card>
  )
}

/** Nothing for what cannot be a share: somebody may pay later for what they saw before. */
function shareOf(part: number, whole: number, of: string): string {
  return whole === 0 || part > whole ? '\u00a0' : `${Math.round((part / whole) * 100)}% ${of}`
}
