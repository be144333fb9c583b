import type { User } from '../../../../contract/accounts.ts'
import { DocumentsSection } from '../../../features/earning/documents/documents-section.tsx'
import { EarningsSection } from '../../../features/earning/earnings/earnings-section.tsx'
import { BalanceWaterfall } from '../../../features/money/payouts/balance-waterfall.tsx'
import { HowPayoutsWork } from '../../../features/money/payouts/how-payouts-work.tsx'
import { PayeeBanner } from '../../../features/money/payouts/payee-banner.tsx'
import { PayeeSection } from '../../../features/money/payouts/payee-section.tsx'
import { PayoutHistorySection } from '../../../features/money/payouts/payout-history-section.tsx'
import { PayoutSection } from '../../../features/money/payouts/payout-section.tsx'
import { SettingsLayout } from './settings-layout.tsx'

export function PayoutSettingsPage() {
  return <SettingsLayout title="Payouts">{(viewer) => <PayoutSettings viewer={viewer} />}</SettingsLayout>
}

export function PayoutSettings({ viewer }: { viewer: User }) {
  return (
    <>
      <PayeeBanner />
      <EarningsSection />
      <PayoutSection viewer={viewer} />
      <PayeeSection />
      <BalanceWaterfall />
      <HowPayoutsWork />
      <PayoutHistorySection />
      <DocumentsSection />
    </>
  )
}
