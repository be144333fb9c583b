import { type FailedJobs, listFailedJobs, retryJob } from '../../../contract/admin-overview.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { LocalTime } from '../../ui/local-time.tsx'
import { humanize } from './admin-format.ts'
import { AdminList } from './admin-list.tsx'
import { AdminOnly } from './admin-only.tsx'
import { DeliveryList } from './delivery-list.tsx'
import { useAdminAction } from './use-admin-action.ts'

/** Failed jobs, and emails and webhooks by their state. */
export function FailedJobList() {
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
      <AdminOnly>
        <RetryJob id={id} name={humanizeSlug(name)} />
      </AdminOnly>
    ),
    isNumeric: true,
  },
]

function RetryJob({ id, name }: { id: string; name: string }) {
  const retry = useAdminAction(retryJob, {
    successMessage: 'Trying again',
    invalidates: [listFailedJobs],
  })
  return (
    <Button
      size="sm"
      variant="secondary"
      isLoading={retry.isPending}
      onClick={() => retry.mutate({ params: { id } })}
    >
      Retry<span className="sr-only">: {name}</span>
    </Button>
  )
}
