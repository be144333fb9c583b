import { site } from '../../../../contract/site.ts'
import { DocumentsSection } from '../../../features/earning/documents/documents-section.tsx'
import { DeleteAccountSection, ExportDataSection } from '../../../features/people/settings/data-section.tsx'
import { StorageLine } from '../../../features/selling/content/editor/file-picker.tsx'
import { Section } from '../../../ui/card.tsx'
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
          {site().isSolo && <DocumentsSection />}
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
