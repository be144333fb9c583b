import { EarlyAccessSection } from '../../../features/earning/pro/early-access-section.tsx'
import { PlanSection } from '../../../features/earning/pro/plan-section.tsx'
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
