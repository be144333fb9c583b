import { EarningsSection } from '../features/payouts/earnings-section.tsx'
import { PayoutHistorySection } from '../features/payouts/history-section.tsx'
import { HowPayoutsWork } from '../features/payouts/how-section.tsx'
import { PayoutSection } from '../features/payouts/payout-section.tsx'
import type { SettingsSection } from './account-parts.tsx'

/** The sections about being paid. */
export const payoutSections: Array<SettingsSection> = [
  { id: 'payouts', label: 'Payouts', render: (viewer) => <PayoutSection viewer={viewer} /> },
  { id: 'earnings', label: 'Earnings', render: () => <EarningsSection /> },
  { id: 'payout-history', label: 'Payout history', render: () => <PayoutHistorySection /> },
  { id: 'how-payouts-work', label: 'How it works', render: () => <HowPayoutsWork /> },
]
