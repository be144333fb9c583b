import { AdminLayout } from '../admin-layout.tsx'
import { AlertList } from './alert-list.tsx'

/** `/admin/alerts`: what happened on the site that a person should know, and what was done about it. */
export function AlertsPage() {
  return (
    <AdminLayout title="Alerts" description="Those that need a decision are in the inbox, too.">
      <AlertList />
    </AdminLayout>
  )
}
