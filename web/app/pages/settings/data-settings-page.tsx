import { StorageLine } from '../../../features/content/editor/storage-note.tsx'
import { DeleteAccountSection } from '../../../features/settings/delete-account-section.tsx'
import { ExportDataSection } from '../../../features/settings/export-data-section.tsx'
import { Section } from '../../../ui/section.tsx'
import { SettingsLayout } from './settings-layout.tsx'

export function DataSettingsPage() {
  return (
    <SettingsLayout title="Data">
      {(viewer) => (
        <>
          <Section
            id="data"
            title="Your data"
            description="Everything we store about you in one zip file: your account, items and files, sales, ledger and payouts, as CSV and JSON."
          >
            <StorageLine />
            <ExportDataSection />
          </Section>
          <Section
            id="delete"
            title="Delete account"
            description="Your items are unpublished and your personal details are deleted. Buyers keep what they paid for, and we keep the payment records."
          >
            <DeleteAccountSection viewer={viewer} />
          </Section>
        </>
      )}
    </SettingsLayout>
  )
}
