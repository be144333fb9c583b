import type { AdminPayout } from '../../../../../contract/payout-runs.ts'

type State = { label: string; tone: 'warm' | 'plain' | 'danger' }

/** The states of a payout as the admin reads them. */
export const payoutStates: Record<AdminPayout['state'], State> = {
  processing: { label: 'Processing', tone: 'warm' },
  paid: { label: 'Paid', tone: 'plain' },
  returned: { label: 'Returned', tone: 'danger' },
  failed: { label: 'Failed', tone: 'danger' },
}
