import { ChartLine } from 'lucide-react'
import { Suspense, useState } from 'react'
import {
  type EarningsEvent,
  type EarningsInterval,
  type EarningsRange,
  getEarningsHistory,
} from '../../../../contract/analytics.ts'
import { dateLocale } from '../../../../contract/site.ts'
import { stepStart } from '../../../../domain/chart-buckets.ts'
import { truncate } from '../../../../domain/truncate.ts'
import { useApiQuery } from '../../../api/query.ts'
import type { ResponseOf } from '../../../api/types.ts'
import { QueryState } from '../../../shared/query-state.tsx'
import { useSessionExpiredRedirect } from '../../../shared/session-expired.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { mondayTick } from '../../../ui/chart-ticks.ts'
import type { ChartStep } from '../../../ui/column-chart.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { formatCount, formatMoney, formatMoneyTick, pluralize } from '../../../ui/format.ts'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextLink } from '../../../ui/text-link.tsx'

// The chart's code is loaded once there is data.
const ColumnChart = lazyComponent(async () => (await import('../../../ui/column-chart.tsx')).ColumnChart)

const periods = [
  { value: 'week', label: '7 d', title: 'Earnings, last 7 days', duration: '7 days' },
  { value: 'month', label: '30 d', title: 'Earnings, last 30 days', duration: '30 days' },
  { value: 'all', label: 'All', title: 'Earnings, all time', duration: '' },
] as const

export function EarningsCard() {
  const [period, setPeriod] = useState<EarningsRange>('month')
  const read = useApiQuery(getEarningsHistory, { query: { period }, keepPreviousData: true })
  useSessionExpiredRedirect(read.error)
  const { title, duration } = periods.find(({ value }) => value === period) ?? periods[1]
  return (
    <Card padding="none" className="p-4 sm:p-[22px]">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">{title}</h2>
        <SegmentedControl
          label="Date range"
          name="period"
          options={periods}
          value={period}
          onChange={setPeriod}
        />
      </div>
      <QueryState query={read} subject="Your earnings" skeleton={<EarningsSkeleton />}>
        {(history) => <EarningsChart title={title} periodLength={duration} history={history} />}
      </QueryState>
    </Card>
  )
}

type EarningsChartProps = {
  title: string
  periodLength: string
  history: History
}

function EarningsChart({ title, periodLength, history }: EarningsChartProps) {
  const { currency, interval, total, previous } = history
  if (total.sales === 0 && total.refunded === 0 && total.earned === 0) return <NoEarnings />
  const change = changeText(total.netEarnings, previous?.netEarnings)
  return (
    <>
      <div className="mt-1 flex flex-wrap items-center gap-x-3.5 gap-y-1">
        <p className="font-[650] font-display text-2xl leading-tight tracking-[-0.02em]">
          {formatMoney(total.netEarnings, currency)}
        </p>
        {change && (
          <Badge
            tone={change.startsWith('−') ? 'plain' : 'brand'}
          >{`${change} vs. the ${periodLength} before`}</Badge>
        )}
        <p className="text-ink-soft text-sm">{salesSentence(history)}</p>
      </div>
      <Suspense fallback={<EarningsSkeleton />}>
        <ColumnChart
          title={title}
          columns={[
            stepNames[interval],
            'Earned',
            'Refunded',
            'Sales',
            ...(previous ? [`${periodLength} before`] : []),
          ]}
          steps={earningsSteps(history, periodLength)}
          formatTick={(amount) => formatMoneyTick(amount, currency)}
          legend={{
            value: 'Earned',
            ...(previous && { previous: `${periodLength} before` }),
            ...(total.refunded > 0 && { below: 'Refunded' }),
          }}
          action={
            <TextLink href="/analytics" className="inline-flex min-h-11 items-center">
              Advanced analytics
            </TextLink>
          }
        />
      </Suspense>
    </>
  )
}

const stepNames = { day: 'Day', week: 'Week of', month: 'Month' }

function NoEarnings() {
  return (
    <EmptyState
      icon={<ChartLine aria-hidden />}
      title="No earnings in this period"
      description="Share a tip link. Sales show up here as soon as they’re paid."
    />
  )
}

function EarningsSkeleton() {
  return (
    <div role="status" className="pt-4">
      <span className="sr-only">Loading your earnings</span>
      <Skeleton shape="block" className="h-[238px] w-full" />
    </div>
  )
}

type History = ResponseOf<typeof getEarningsHistory>

/** The name of a step: `Mar 1`, `Week of Mar 1`, or `Mar 2026`. UTC, like the ledger. */
export function formatStep(day: string, interval: EarningsInterval): string {
  const options: Intl.DateTimeFormatOptions =
    interval === 'month' ? { month: 'short', year: 'numeric' } : { month: 'short', day: 'numeric' }
  return new Intl.DateTimeFormat(dateLocale(), { ...options, timeZone: 'UTC' }).format(new Date(day))
}

export function earningsSteps(
  { points, interval, currency, previous, events }: History,
  periodDuration: string,
): Array<ChartStep> {
  const money = (amount: number) => formatMoney(amount, currency)
  return points.map(({ from, earned, refunded, sales, previousEarned }) => ({
    label: formatStep(from, interval),
    tick: interval === 'day' ? mondayTick(from, points.length) : undefined,
    value: earned,
    below: refunded,
    previous: previousEarned,
    events: events
      .filter(({ day }) => stepStart(day, interval) === from)
      .map((event) => eventText(event, currency)),
    cells: [
      money(earned),
      money(refunded),
      formatCount(sales),
      ...(previous ? [money(previousEarned ?? 0)] : []),
    ],
    tooltip: [
      ...(interval === 'week' ? ['The week from this Monday'] : []),
      `${money(earned)} from ${pluralize(sales, 'sale')}`,
      ...(refunded > 0 ? [`${money(refunded)} refunded`] : []),
      ...(previousEarned === null ? [] : [`${periodDuration} before: ${money(previousEarned)}`]),
    ],
  }))
}

const maxTitleLength = 32

/** `Published “Dusk”` or `Payout of $40.00`. */
function eventText({ title, amount }: EarningsEvent, currency: string): string {
  if (amount !== null) return `Payout of ${formatMoney(amount, currency)}`
  return `Published “${truncate(title ?? '', maxTitleLength)}”`
}

/** `19 sales · 1 refunded ($5.00)`. */
export function salesSentence({ total, currency }: Pick<History, 'total' | 'currency'>): string {
  const { sales, refundedSales, refunded } = total
  if (refunded === 0) return pluralize(sales, 'sale')
  const amount = formatMoney(refunded, currency)
  const refundText =
    refundedSales > 0 ? `${formatCount(refundedSales)} refunded (${amount})` : `${amount} refunded`
  return `${pluralize(sales, 'sale')} · ${refundText}`
}

/** The change against the period before: `+18%`. Undefined where there is nothing to compare with. */
export function changeText(now: number, before: number | undefined): string | undefined {
  if (before === undefined || before <= 0) return undefined
  const percent = Math.round(((now - before) / before) * 100)
  return `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent)}%`
}
