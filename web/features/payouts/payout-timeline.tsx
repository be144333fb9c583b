import { clsx } from 'clsx'
import { Check, Clock, X } from 'lucide-react'
import { getDashboardStats } from '../../../contract/earnings.ts'
import { getPayoutHistory } from '../../../contract/payouts.ts'
import { useApiQuery, useCurrentUser } from '../../api/query-hooks.ts'
import { QueryState } from '../../shared/query-state.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { payoutSteps, type TimelineStep } from './payout-steps.ts'

/** The last payouts, the available balance, the next payout run and its arrival. */
export function PayoutTimeline({ direction }: { direction: 'column' | 'row' }) {
  const stats = useApiQuery(getDashboardStats).data
  const payouts = useApiQuery(getPayoutHistory)
  const viewer = useCurrentUser().data
  if (!stats || !viewer) return null
  return (
    <Card padding="none" className="px-4 pt-2 pb-4 sm:px-5 sm:pb-[22px]">
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
