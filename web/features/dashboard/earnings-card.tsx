import { ChartLine } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Period } from '../../../contract/analytics.ts'
import { getEarningsHistory } from '../../api/calls.ts'
import { useRead } from '../../api/hooks.ts'
import type { ReplyOf } from '../../api/types.ts'
import { WhenLoaded } from '../../api/when-loaded.tsx'
import { Card } from '../../ui/card.tsx'
import { counted, formatCount } from '../../ui/count-text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { pointName } from './point-name.ts'
import { useSignedOut } from './use-signed-out.ts'

// What draws is fetched when there is something to draw.
const LineChart = lazyPart(async () => (await import('../../ui/line-chart.tsx')).LineChart)

const periods = [
  { value: 'week', label: '7 d', title: 'Earnings, last 7 days' },
  { value: 'month', label: '30 d', title: 'Earnings, last 30 days' },
  { value: 'all', label: 'All', title: 'Earnings, all time' },
] as const

/** Earnings over time. */
export function EarningsCard() {
  const [period, setPeriod] = useState<Period>('month')
  const read = useRead(getEarningsHistory, { query: { period }, keeps: true })
  useSignedOut(read.error)
  const title = periods.find(({ value }) => value === period)?.title ?? ''
  return (
    <Card className="p-4 sm:p-[22px]">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg">{title}</h2>
        <Segmented label="Time" name="period" options={periods} value={period} onChange={setPeriod} />
      </div>
      <WhenLoaded read={read} what="Your earnings" waiting={<Waiting />}>
        {(history) => <History title={title} {...history} />}
      </WhenLoaded>
      <p className="mt-2">
        <TextLink href="/analytics" className="inline-flex min-h-11 items-center">
          Advanced analytics
        </TextLink>
      </p>
    </Card>
  )
}

function History({ title, currency, step, points }: ReplyOf<typeof getEarningsHistory> & { title: string }) {
  if (points.every(({ earned, sales }) => earned === 0 && sales === 0)) return <Nothing />
  const total = points.reduce((sum, { earned }) => sum + earned, 0)
  const sales = points.reduce((sum, one) => sum + one.sales, 0)
  return (
    <>
      <p className="mt-1 text-ink-soft">
        <b className="font-semibold text-ink">{formatMoney(Math.round(total * 1000) / 1000, currency)}</b>{' '}
        from {counted(sales, 'sale')}
      </p>
      <Suspense fallback={<Waiting />}>
        <LineChart
          title={title}
          columns={[step === 'month' ? 'Month' : 'Day', 'Earned', 'Sales']}
          points={points.map(({ from, earned, sales }) => ({
            name: pointName(from, step),
            value: earned,
            texts: [formatMoney(earned, currency), formatCount(sales)],
          }))}
        />
      </Suspense>
    </>
  )
}

function Nothing() {
  return (
    <EmptyState
      icon={<ChartLine aria-hidden />}
      title="No earnings in this time"
      text="Share a tip link. Each sale shows here the moment it is paid."
    />
  )
}

function Waiting() {
  return (
    <div role="status" className="pt-4">
      <span className="sr-only">Loading your earnings</span>
      <Skeleton className="h-[172px] w-full" />
    </div>
  )
}
