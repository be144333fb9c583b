import { BrandingSection } from '../../../features/earning/pro/branding-section.tsx'
import { SettingsLayout } from './settings-layout.tsx'

export function BrandingSettingsPage() {
  return (
    <SettingsLayout title="Branding">
      {({ plan }) => <BrandingSection isPro={plan === 'pro'} />}
    </SettingsLayout>
  )
}
