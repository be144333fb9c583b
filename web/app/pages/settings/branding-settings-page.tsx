import { site } from '../../../../contract/site.ts'
import { BrandingSection } from '../../../features/earning/pro/branding-section.tsx'
import { EarlyAccessSection } from '../../../features/earning/pro/early-access-section.tsx'
import { SettingsLayout } from './settings-layout.tsx'

export function BrandingSettingsPage() {
  return (
    <SettingsLayout title="Branding">
      {({ plan }) => (
        <>
          <BrandingSection isPro={plan === 'pro'} />
          {site().isSolo && <EarlyAccessSection isPro />}
        </>
      )}
    </SettingsLayout>
  )
}
