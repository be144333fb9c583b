import type { User } from '../../../../contract/accounts.ts'
import { EarningsSection } from '../../../features/earnings/earnings-section.tsx'
import { BalanceWaterfall } from '../../../features/payouts/balance-waterfall.tsx'
import { HowPayoutsWork } from '../../../features/payouts/how-payouts-work.tsx'
import { PayoutHistorySection } from '../../../features/payouts/payout-history-section.tsx'
import { PayoutSection } from '../../../features/payouts/payout-section.tsx'
import { SettingsLayout } from './settings-layout.tsx'

export function PayoutSettingsPage() {
  return <SettingsLayout title="Payouts">{(viewer) => <PayoutSettings viewer={viewer} />}</SettingsLayout>
}

export function PayoutSettings({ viewer }: { viewer: User }) {
  return (
    <>
      <EarningsSection />
      <PayoutSection viewer={viewer} />
      <BalanceWaterfall />
      <HowPayoutsWork />
      <PayoutHistorySection />
    </>
  )
}
