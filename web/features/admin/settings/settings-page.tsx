import { listInstanceSettings } from '../../../../contract/admin-settings.ts'
import { useApiQuery } from '../../../api/query-hooks.ts'
import { AdminLayout } from '../admin-layout.tsx'
import { AdminQueryState } from '../admin-query-state.tsx'
import { CategoriesSection } from './categories-section.tsx'
import { InvitationsSection } from './invitations-section.tsx'
import { LegalPagesSection } from './legal-pages-section.tsx'
import { settingGroups } from './setting-fields.ts'
import { SettingGroupForm } from './setting-group-form.tsx'
import { SiteLogoSection } from './site-logo-section.tsx'

/** `/admin/settings`: everything about the site that is not a secret. */
export function AdminSettingsPage() {
  const read = useApiQuery(listInstanceSettings)
  return (
    <AdminLayout
      title="Settings"
      description="Changes take effect right away. Each one is in the audit log with its old and new value."
    >
      <AdminQueryState query={read} subject="The settings">
        {({ settings }) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
            <SiteLogoSection />
            {settingGroups.map((group) => (
              <SettingGroupForm key={group.id} group={group} settings={settings} />
            ))}
            <InvitationsSection />
            <CategoriesSection settings={settings} />
            <LegalPagesSection />
          </div>
        )}
      </AdminQueryState>
    </AdminLayout>
  )
}
