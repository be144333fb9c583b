import { useSearchParamsState } from '../../shared/use-search-params-state.ts'
import { Card } from '../../ui/card.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { AdminLayout } from './admin-layout.tsx'
import { AlertList } from './alert-list.tsx'
import { DisputeList } from './dispute-list.tsx'
import { FailedJobList } from './failed-job-list.tsx'
import { FailedRefundList } from './failed-refund-list.tsx'

const tabs = ['alerts', 'disputes', 'refunds', 'faults'] as const
type View = (typeof tabs)[number]

/** `/admin/desk`: everything that needs the admin's attention. */
export function WorkQueuePage() {
  const [query, change] = useSearchParamsState()
  const view = tabs.find((one) => one === query.get('view')) ?? 'alerts'
  const tab = (value: View, label: string, panel: React.ReactNode) => ({
    value,
    label,
    panelLabel: label,
    panel: <Card className="overflow-clip p-0">{panel}</Card>,
  })
  return (
    <AdminLayout
      title="Needs attention"
      description="Issues that need a person to sort out. Everything you do here is logged."
    >
      <Tabs
        label="View"
        value={view}
        onChange={(next) => change({ view: next === 'alerts' ? undefined : next, page: undefined })}
        tabs={[
          tab('alerts', 'Alerts', <AlertList />),
          tab('disputes', 'Disputes', <DisputeList />),
          tab('refunds', 'Failed refunds', <FailedRefundList />),
          tab('faults', 'Jobs and emails', <FailedJobList />),
        ]}
      />
    </AdminLayout>
  )
}
