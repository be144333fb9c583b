import { EarningsSection } from '../../../features/earnings/earnings-section.tsx'
import { HowPayoutsWork } from '../../../features/payouts/how-payouts-work.tsx'
import { PayoutHistorySection } from '../../../features/payouts/payout-history-section.tsx'
import { PayoutSection } from '../../../features/payouts/payout-section.tsx'
import type { SettingsSection } from './account-sections.tsx'

export const payoutSections: Array<SettingsSection> = [
  { id: 'payouts', label: 'Payouts', render: (viewer) => <PayoutSection viewer={viewer} /> },
  { id: 'earnings', label: 'Earnings', render: () => <EarningsSection /> },
  { id: 'payout-history', label: 'Payout history', render: () => <PayoutHistorySection /> },
  { id: 'how-payouts-work', label: 'How it works', render: () => <HowPayoutsWork /> },
]
