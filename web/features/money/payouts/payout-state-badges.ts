import type { Payout } from '../../../../contract/payouts.ts'

export const payoutStateBadges: Record<
  Payout['state'],
  { label: string; tone: 'brand' | 'plain' | 'warn' | 'danger' }
> = {
  processing: { label: 'Processing', tone: 'warn' },
  paid: { label: 'Paid', tone: 'brand' },
  returned: { label: 'Returned', tone: 'danger' },
  failed: { label: 'Failed', tone: 'danger' },
}
