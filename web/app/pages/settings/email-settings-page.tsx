import { SaleEmailsSection } from '../../../features/earning/sale-emails/sale-emails-section.tsx'
import { SettingsLayout } from './settings-layout.tsx'

export function EmailSettingsPage() {
  return <SettingsLayout title="Emails">{() => <SaleEmailsSection />}</SettingsLayout>
}
