import type { Payout } from '../../../contract/payouts.ts'
import { formatLongDate } from '../../../domain/dates.ts'
import { endOfMonth } from '../../../domain/month.ts'
import { monthPaidBy } from '../../../domain/payout-calendar.ts'
import { formatDate } from '../../ui/date-text.ts'
import { formatMoney } from '../../ui/money-text.ts'
import { payoutStateBadges } from './payout-labels.ts'

export type TimelineStep = {
  /** `done`: the money arrived. `failed`: it was returned or not sent. */
  state: 'done' | 'in_progress' | 'failed' | 'current' | 'upcoming'
  when: string
  title: string
  note?: string
  badge?: { label: string; tone: 'brand' | 'plain' | 'warn' | 'danger' }
}

type PayoutSituation = {
  history: ReadonlyArray<Payout>
  /** In major units. */
  availableBalance: number
  currency: string
  /** A decimal string. */
  minPayoutAmount: string
  /** When the payout calendar starts the next run; null when an admin starts it. */
  nextPayoutAt: string | null
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
    return [{ ...run, note: 'Add a payout method first, so that we know where to send it.' }]
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
