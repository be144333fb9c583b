import { EarningsSection } from '../features/payouts/earnings-section.tsx'
import { HistorySection } from '../features/payouts/history-section.tsx'
import { HowSection } from '../features/payouts/how-section.tsx'
import { PayoutSection } from '../features/payouts/payout-section.tsx'
import type { Part } from './account-parts.tsx'

/** The sections about being paid. */
export const payoutParts: Array<Part> = [
  { id: 'payouts', label: 'Payouts', show: (viewer) => <PayoutSection viewer={viewer} /> },
  { id: 'earnings', label: 'Earnings', show: () => <EarningsSection /> },
  { id: 'payout-history', label: 'Payout history', show: () => <HistorySection /> },
  { id: 'how-payouts-work', label: 'How it works', show: () => <HowSection /> },
]
