import { limits } from '../../../contract/limits.ts'
import type { Payout } from '../../../contract/payouts.ts'
import { formatLongDate } from '../../../domain/dates.ts'
import { endOfMonth } from '../../../domain/month.ts'
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

/** A run pays the sales until the end of a month, so the next one comes after this month. */
function upcomingSteps({
  availableBalance,
  currency,
  payoutEnabled,
  now,
}: PayoutSituation): Array<TimelineStep> {
  const runDate = endOfMonth({ year: now.getUTCFullYear(), month: now.getUTCMonth() + 1 })
  const lastDay = new Date(runDate.getTime() - 1)
  const minimum = limits.minPayoutAmount / 100
  const run = {
    state: 'upcoming' as const,
    when: `From ${formatLongDate(runDate, 'short')}`,
    title: 'Payout run',
  }
  if (!payoutEnabled)
    return [{ ...run, note: 'Add a payout method first, so that we know where to send it.' }]
  if (availableBalance < minimum) {
    const missing = formatMoney(minimum - availableBalance, currency)
    return [
      {
        ...run,
        note: `Needs ${formatMoney(minimum, currency)}: ${missing} to go. Smaller amounts roll over.`,
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
