import { type FailedJobs, listFailedJobs, retryJob } from '../../../../../contract/admin-overview.ts'
import { useApiQuery } from '../../../../api/query.ts'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { LocalTime } from '../../../../ui/local-time.tsx'
import { ActionButton } from '../admin-actions.tsx'
import { AdminLayout } from '../admin-layout.tsx'
import { AdminList } from '../admin-list.tsx'
import { humanize } from '../format.ts'
import { DeliveryList } from './delivery-list.tsx'

/** `/admin/deliveries`: emails and webhooks by their state, and background tasks that failed. */
export function DeliveriesPage() {
  return (
    <AdminLayout title="Deliveries" description="Emails, webhooks and background tasks.">
      <FailedJobList />
    </AdminLayout>
  )
}

function FailedJobList() {
  const read = useApiQuery(listFailedJobs)
  return (
    <>
      {(read.isError || (read.data?.jobs.length ?? 0) > 0) && (
        <AdminList query={read} subject="Jobs" countOf={({ jobs }) => jobs.length}>
          {({ jobs }) => (
            <DataTable label="Failed jobs" columns={columns} rows={jobs} rowKey={({ id }) => id} />
          )}
        </AdminList>
      )}
      <DeliveryList />
    </>
  )
}

type Job = FailedJobs['jobs'][number]
const humanizeSlug = (name: string) => humanize(name.replaceAll('-', ' '))

const columns: Array<Column<Job>> = [
  { name: 'Job', cell: ({ name }) => <b>{humanizeSlug(name)}</b>, isRowHeader: true },
  { name: 'Since', cell: ({ createdAt }) => <LocalTime iso={createdAt} /> },
  { name: 'Attempts', cell: ({ attempts }) => attempts, isNumeric: true },
  { name: 'Error', cell: ({ lastError }) => lastError },
  {
    name: 'Actions',
    cell: ({ id, name }) => (
      <ActionButton
        route={retryJob}
        input={{ params: { id } }}
        successMessage="Trying again"
        label="Retry"
        context={`: ${humanizeSlug(name)}`}
        size="sm"
      />
    ),
    isNumeric: true,
  },
]
