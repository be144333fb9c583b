import { EarlyAccessSection } from '../../../features/pro/early-access-section.tsx'
import { PlanSection } from '../../../features/subscriptions/plan-section.tsx'
import { SettingsLayout } from './settings-layout.tsx'

export function PlanSettingsPage() {
  return (
    <SettingsLayout title="Plan and billing">
      {({ plan }) => (
        <>
          <PlanSection />
          <EarlyAccessSection isPro={plan === 'pro'} />
        </>
      )}
    </SettingsLayout>
  )
}
