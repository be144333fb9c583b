import { payoutMethodLabel } from '../../../contract/payout-labels.ts'
import type { Payout } from '../../../contract/payouts.ts'

export const payoutStateBadges: Record<
  Payout['state'],
  { label: string; tone: 'brand' | 'plain' | 'warn' | 'danger' }
> = {
  processing: { label: 'Processing', tone: 'warn' },
  paid: { label: 'Paid', tone: 'brand' },
  returned: { label: 'Returned', tone: 'danger' },
  failed: { label: 'Failed', tone: 'danger' },
}

/** The destination of a payout. A transfer's account ID is not shown, because creators don't know it. */
export function payoutDestination({ payoutMethod, payoutEmail }: Payout): string {
  return payoutMethod === 'transfer'
    ? 'Your bank account'
    : `${payoutMethodLabel(payoutMethod)}, ${payoutEmail}`
}
