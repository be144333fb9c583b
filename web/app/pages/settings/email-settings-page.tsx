import { NotificationsSection } from '../../../features/earning/notifications/notifications-section.tsx'
import { SaleEmailsSection } from '../../../features/earning/sale-emails/sale-emails-section.tsx'
import { SettingsLayout } from './settings-layout.tsx'

export function EmailSettingsPage() {
  return (
    <SettingsLayout title="Emails">
      {() => (
        <>
          <SaleEmailsSection />
          <NotificationsSection />
        </>
      )}
    </SettingsLayout>
  )
}
