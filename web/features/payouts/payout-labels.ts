import { payoutMethodLabel } from '../../../contract/payout-labels.ts'
import type { Payout } from '../../../contract/payouts.ts'

/** In display order. */
export const methodOptions = [
  { value: '', label: 'Choose a method' },
  ...(['paypal', 'wise', 'bank', 'zelle', 'venmo', 'cashapp'] as const).map((value) => ({
    value,
    label: payoutMethodLabel(value),
  })),
]

export const payoutStateBadges: Record<
  Payout['state'],
  { label: string; tone: 'brand' | 'plain' | 'warn' | 'danger' }
> = {
  processing: { label: 'Processing', tone: 'warn' },
  paid: { label: 'Paid', tone: 'brand' },
  returned: { label: 'Returned', tone: 'danger' },
  failed: { label: 'Failed', tone: 'danger' },
}

/** Where a payout went. A transfer's account id at the provider means nothing to its creator. */
export function payoutDestination({ payoutMethod, payoutEmail }: Payout): string {
  return payoutMethod === 'transfer'
    ? 'Your bank account'
    : `${payoutMethodLabel(payoutMethod)}, ${payoutEmail}`
}
