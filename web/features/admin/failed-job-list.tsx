import { MailCheck } from 'lucide-react'
import { type FailedWork, listFailedWork, retryEmail, retryJob } from '../../../contract/admin-overview.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { LocalTime } from '../../ui/local-time.tsx'
import { humanize } from './admin-format.ts'
import { AdminList } from './admin-list.tsx'
import { AdminOnly } from './admin-only.tsx'
import { useAdminAction } from './use-admin-action.ts'

/** Failed jobs and delayed emails. */
export function FailedJobList() {
  const read = useApiQuery(listFailedWork)
  return (
    <AdminList
      query={read}
      subject="Jobs and emails"
      countOf={({ jobs, emails }) => jobs.length + emails.length}
      empty={{
        icon: <MailCheck aria-hidden />,
        title: 'Nothing is stuck',
        description:
          'Jobs that have failed for hours and emails delayed more than five minutes show up here.',
      }}
    >
      {({ jobs, emails }) => (
        <>
          {jobs.length > 0 && (
            <DataTable label="Failed jobs" columns={jobColumns} rows={jobs} rowKey={({ id }) => id} />
          )}
          {emails.length > 0 && (
            <DataTable label="Unsent emails" columns={mailColumns} rows={emails} rowKey={({ id }) => id} />
          )}
        </>
      )}
    </AdminList>
  )
}

type Job = FailedWork['jobs'][number]
type Email = FailedWork['emails'][number]
const humanizeSlug = (name: string) => humanize(name.replaceAll('-', ' '))

const jobColumns: Array<Column<Job>> = [
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

const mailColumns: Array<Column<Email>> = [
  { name: 'Email', cell: ({ kind }) => <b>{humanizeSlug(kind)}</b>, isRowHeader: true },
  { name: 'To', cell: ({ recipient }) => recipient },
  { name: 'Waiting since', cell: ({ createdAt }) => <LocalTime iso={createdAt} /> },
  {
    name: 'Actions',
    cell: (email) => (
      <AdminOnly>
        <RetryEmail email={email} />
      </AdminOnly>
    ),
    isNumeric: true,
  },
]

function RetryJob({ id, name }: { id: string; name: string }) {
  const retry = useAdminAction(retryJob, {
    successMessage: 'Trying again',
    invalidates: [listFailedWork],
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

function RetryEmail({ email: { id, recipient } }: { email: Email }) {
  const retry = useAdminAction(retryEmail, {
    successMessage: 'Email is on its way',
    invalidates: [listFailedWork],
  })
  return (
    <Button
      size="sm"
      variant="secondary"
      isLoading={retry.isPending}
      onClick={() => retry.mutate({ params: { id } })}
    >
      Resend<span className="sr-only"> to {recipient}</span>
    </Button>
  )
}
