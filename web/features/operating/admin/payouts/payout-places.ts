import type { getPayoutBreakdown, PayoutStage } from '../../../../../contract/admin-payouts.ts'
import type { ResponseOf } from '../../../../api/types.ts'
import { formatMoney, pluralize } from '../../../../ui/format.ts'

export type Breakdown = ResponseOf<typeof getPayoutBreakdown>

type Place = {
  label: string
  /** The CSS class of its part of the bar. */
  color: string
  /** Shown also when it is empty. */
  isAlwaysShown?: true
}

/** Where money for creators is, in the order of the bar. A place has the color of its badge. */
export const places: Record<PayoutStage, Place> = {
  ready: { label: 'Ready', color: 'bg-brand', isAlwaysShown: true },
  to_pay_manually: { label: 'To pay manually', color: 'bg-accent', isAlwaysShown: true },
  in_transit: { label: 'In transit', color: 'bg-brand-strong' },
  payout_method_missing: { label: 'No payout method', color: 'bg-warn', isAlwaysShown: true },
  payee_details_missing: { label: 'No payee details', color: 'bg-warn' },
  confirmation_needed: { label: 'To be confirmed', color: 'bg-warn' },
  details_waiting: { label: 'New details wait', color: 'bg-warn' },
  country_blocked: { label: 'Country isn’t paid', color: 'bg-danger' },
  suspended: { label: 'Suspended', color: 'bg-danger' },
  paid: { label: 'Paid', color: 'bg-ink-faint', isAlwaysShown: true },
  below_minimum: { label: 'Below minimum', color: 'bg-line-strong' },
}

export function shownPlaces({ stages }: Breakdown): Array<PayoutStage> {
  return (Object.keys(places) as Array<PayoutStage>).filter(
    (stage) => places[stage].isAlwaysShown || stages[stage].creators > 0,
  )
}

export type RunText = { title: string; note: string; canStart: boolean }

/** Whom *Process All Payouts* would pay now, and whom it would leave out. `minimum` has its currency. */
export function runText({ stages, currency }: Breakdown, minimum: string): RunText {
  const { ready } = stages
  const left = leftOut
    .map(([stage, text]) => ({ creators: stages[stage].creators, text: text(minimum) }))
    .filter(({ creators }) => creators > 0)
    .map(({ creators, text }) => `${creators} ${text}`)
  if (ready.creators === 0)
    return {
      title: 'No one can be paid right now',
      note: left.length > 0 ? `${joined(left)}.` : 'No one is due a payout for this month.',
      canStart: false,
    }
  return {
    title: `${formatMoney(ready.amount, currency)} to ${pluralize(ready.creators, 'creator')}`,
    note: left.length > 0 ? `${joined(left)} are left out.` : 'Everyone with a balance is in it.',
    canStart: true,
  }
}

const leftOut: Array<[PayoutStage, (minimum: string) => string]> = [
  ['payout_method_missing', () => 'without a payout method'],
  ['payee_details_missing', () => 'without payee details'],
  ['confirmation_needed', () => 'who must confirm where it goes'],
  ['details_waiting', () => 'whose new details wait'],
  ['country_blocked', () => 'in a country that isn’t paid'],
  ['below_minimum', (minimum) => `below ${minimum}`],
  ['suspended', () => 'suspended'],
]

function joined(parts: Array<string>): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}
