import { clsx } from 'clsx'
import { Check, Clock, X } from 'lucide-react'
import { getDashboardStats } from '../../../../contract/earnings.ts'
import { getPayoutHistory, type Payout } from '../../../../contract/payouts.ts'
import { endOfMonth, formatLongDate } from '../../../../domain/dates.ts'
import { monthPaidBy } from '../../../../domain/payout.ts'
import { useApiQuery, useCurrentUser } from '../../../api/query.ts'
import { QueryState } from '../../../shared/query-state.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatDate, formatMoney } from '../../../ui/format.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import type { PayoutForecast } from './payout-section.tsx'
import { payoutStateBadges } from './payout-state-badges.ts'

export function PayoutTimeline({ direction }: { direction: 'column' | 'row' }) {
  const stats = useApiQuery(getDashboardStats).data
  const payouts = useApiQuery(getPayoutHistory)
  const viewer = useCurrentUser().data
  if (!stats || !viewer) return null
  return (
    <Card padding="none" className="px-4 pt-2 pb-4 sm:px-[22px] sm:pb-[22px]">
      <section aria-labelledby="payout-timeline">
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <h2 id="payout-timeline" className="text-xl">
            Your payouts
          </h2>
          <TextLink href="/settings/payouts" className="inline-flex min-h-11 items-center">
            All payouts
          </TextLink>
        </div>
        <QueryState
          query={payouts}
          subject="Your payouts"
          skeleton={<Skeleton shape="block" className="mt-3 h-24" />}
        >
          {(history) => (
            <ol
              className={clsx(
                'mt-3 grid gap-5',
                direction === 'row' && 'md:auto-cols-fr md:grid-flow-col md:gap-0',
              )}
            >
              {payoutSteps({ history, ...stats, payoutEnabled: viewer.payoutEnabled, now: new Date() }).map(
                (step) => (
                  <Step key={`${step.when}/${step.title}`} step={step} direction={direction} />
                ),
              )}
            </ol>
          )}
        </QueryState>
      </section>
    </Card>
  )
}

const dotClasses = {
  done: 'bg-brand text-on-brand',
  in_progress: 'bg-warn-soft text-warn',
  failed: 'bg-danger-soft text-danger',
  current: 'border-8 border-brand ring-4 ring-ring',
  upcoming: 'border-2 border-dashed border-line-strong',
}

const stepIcons = { done: Check, in_progress: Clock, failed: X, current: undefined, upcoming: undefined }

/** A dot with a line to the next one. The line to an upcoming step is dashed. */
function Step({ step, direction }: { step: TimelineStep; direction: 'column' | 'row' }) {
  const { state, when, title, note, badge } = step
  const isRow = direction === 'row'
  const Icon = stepIcons[state]
  return (
    <li
      className={clsx('group relative grid content-start gap-0.5 pl-10', isRow && 'md:pt-10 md:pr-4 md:pl-0')}
    >
      <span
        aria-hidden
        className={clsx(
          'absolute top-0 left-0 grid size-6 place-items-center rounded-full',
          dotClasses[state],
        )}
      >
        {Icon && <Icon className="size-3.5" strokeWidth={3} />}
      </span>
      <span
        aria-hidden
        className={clsx(
          'absolute top-7 -bottom-4 left-[11px] border-l-2 group-last:hidden',
          state === 'current' || state === 'upcoming' ? 'border-line-strong border-dashed' : 'border-brand',
          isRow && 'md:top-[11px] md:right-1 md:bottom-auto md:left-8 md:border-t-2 md:border-l-0',
        )}
      />
      <span className="text-ink-faint text-sm">{when}</span>
      <span className="flex flex-wrap items-center gap-x-2.5">
        <b className="font-[650] font-display text-lg leading-tight">{title}</b>
        {badge && <Badge tone={badge.tone}>{badge.label}</Badge>}
      </span>
      {note && <span className="text-ink-soft text-sm">{note}</span>}
    </li>
  )
}

type TimelineStep = {
  /** `done`: the money arrived. `failed`: it was returned or not sent. */
  state: 'done' | 'in_progress' | 'failed' | 'current' | 'upcoming'
  when: string
  title: string
  note?: string
  badge?: { label: string; tone: 'brand' | 'plain' | 'warn' | 'danger' }
}

type PayoutSituation = PayoutForecast & {
  history: ReadonlyArray<Payout>
  payoutEnabled: boolean
  now: Date
}

const maxPastPayouts = 2

/** The last payouts, oldest first, then the available balance and its next payout. Dates are in UTC, like the runs. */
export function payoutSteps(situation: PayoutSituation): Array<TimelineStep> {
  const past = situation.history.slice(0, maxPastPayouts).toReversed()
  return [...past.map(pastStep), availableStep(situation), ...upcomingSteps(situation)]
}

const pastStates = {
  processing: 'in_progress',
  paid: 'done',
  failed: 'failed',
  returned: 'failed',
} as const satisfies Record<Payout['state'], TimelineStep['state']>

function pastStep({ amount, currency, state, createdAt, paidAt }: Payout): TimelineStep {
  return {
    state: pastStates[state],
    when: formatDate(paidAt ?? createdAt),
    title: formatMoney(amount, currency),
    badge: payoutStateBadges[state],
  }
}

function availableStep({ availableBalance, currency, now }: PayoutSituation): TimelineStep {
  return {
    state: 'current',
    when: `Today, ${formatLongDate(now, 'short')}`,
    title: formatMoney(availableBalance, currency),
    badge: { label: 'Available', tone: 'brand' },
  }
}

/** A run pays the sales until the end of a month: of the one before it with a calendar, otherwise of this one. */
function upcomingSteps({
  availableBalance,
  currency,
  minPayoutAmount,
  nextPayoutAt,
  payoutEnabled,
  now,
}: PayoutSituation): Array<TimelineStep> {
  const runDate = nextPayoutAt
    ? new Date(nextPayoutAt)
    : endOfMonth({ year: now.getUTCFullYear(), month: now.getUTCMonth() + 1 })
  const lastDay = new Date(endOfMonth(monthPaidBy(runDate)).getTime() - 1)
  const minimum = Number(minPayoutAmount)
  const day = formatLongDate(runDate, 'short')
  const run = {
    state: 'upcoming' as const,
    when: nextPayoutAt ? day : `From ${day}`,
    title: 'Payout run',
  }
  if (!payoutEnabled)
    return [{ ...run, note: `Add a payout method to get paid ${nextPayoutAt ? 'on' : 'from'} ${day}.` }]
  if (availableBalance < minimum) {
    const missing = formatMoney(minimum - availableBalance, currency)
    return [
      {
        ...run,
        note: `Needs ${formatMoney(minPayoutAmount, currency)}: ${missing} to go. Smaller amounts roll over.`,
      },
    ]
  }
  return [
    { ...run, note: `Includes your sales until ${formatLongDate(lastDay, 'short')}.` },
    {
      state: 'upcoming',
      when: '1-2 business days later',
      title: 'In your account',
      note: 'Bank transfers take 2-3 business days.',
    },
  ]
}
