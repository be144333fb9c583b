import { CircleCheck, TriangleAlert } from 'lucide-react'
import { type AdminHealth, getAdminHealth, type Waiting } from '../../../../../contract/monitoring.ts'
import { formatBytes } from '../../../../../domain/format.ts'
import { useApiQuery } from '../../../../api/query.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { LinkButton } from '../../../../ui/button.tsx'
import { Section } from '../../../../ui/card.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { formatCount, pluralize } from '../../../../ui/format.ts'
import { Progress } from '../../../../ui/progress.tsx'
import { StatStrip } from '../../../../ui/stat.tsx'
import { AdminLayout } from '../admin-layout.tsx'
import { AdminQueryState } from '../admin-list.tsx'
import { durationText, failuresOf, waitingLabels } from '../format.ts'
import { HealthBackups } from './health-backups.tsx'
import { HealthCharts, HealthProcesses } from './health-processes.tsx'
import { HealthReplica } from './health-replica.tsx'

const pollIntervalMs = 15_000

const statuses = {
  ok: { tone: 'brand', label: 'Everything works' },
  attention: { tone: 'warn', label: 'Needs attention' },
  failing: { tone: 'danger', label: 'Something fails' },
} as const

/** `/admin/health`: what runs, what waits and what fails. */
export function HealthPage() {
  const read = useApiQuery(getAdminHealth, { pollIntervalMs })
  const status = read.data && statuses[read.data.status]
  return (
    <AdminLayout
      title="Status"
      description="Updated every 15 seconds."
      action={<span role="status">{status && <Badge tone={status.tone}>{status.label}</Badge>}</span>}
    >
      <AdminQueryState query={read} subject="The health of this site">
        {(health) => (
          <>
            <HealthSummary health={health} />
            <HealthFailures health={health} />
            <HealthWaiting waiting={health.waiting} />
            <HealthCharts hours={health.hours} />
            <HealthStorage health={health} />
            <HealthBackups backup={health.backup} />
            {health.replica && <HealthReplica replica={health.replica} />}
            <HealthProcesses processes={health.processes} />
          </>
        )}
      </AdminQueryState>
    </AdminLayout>
  )
}

function HealthFailures({ health }: { health: AdminHealth }) {
  const failures = failuresOf(health)
  return (
    <Section
      id="failing"
      title="What fails"
      action={
        failures.length > 0 && (
          <LinkButton href="/admin/alerts" variant="secondary">
            Open alerts
          </LinkButton>
        )
      }
    >
      {failures.length === 0 ? (
        <p className="flex items-center gap-2 text-ink-soft">
          <CircleCheck aria-hidden className="size-5 shrink-0 text-brand" />
          No alerts, no failed jobs, and every service responds.
        </p>
      ) : (
        <ul className="m-0 grid list-none gap-2 p-0">
          {failures.map((text) => (
            <li key={text} className="flex items-start gap-2">
              <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-danger" />
              <span className="wrap-anywhere min-w-0">{text}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function HealthStorage({ health: { storage, database } }: { health: AdminHealth }) {
  const { databaseBytes, storedBytes, disk } = storage
  return (
    <Section
      id="storage"
      title="Database and files"
      description={`Database ${formatBytes(databaseBytes)}, files ${formatBytes(storedBytes)}. PostgreSQL ${database.version}.`}
    >
      {disk ? (
        <Progress
          label="Storage"
          value={disk.totalBytes > 0 ? 1 - disk.freeBytes / disk.totalBytes : 0}
          detail={`${formatBytes(disk.freeBytes)} left for uploads`}
        />
      ) : (
        <p className="text-ink-soft">The files are in an object store, which doesn’t tell its free space.</p>
      )}
      <Progress
        label="Database connections"
        value={database.maxConnections > 0 ? database.connections / database.maxConnections : 0}
        detail={`${database.connections} of ${database.maxConnections}`}
      />
    </Section>
  )
}

function HealthSummary({ health }: { health: AdminHealth }) {
  const { version, processes, waiting, hours, backup } = health
  const [release = version, build] = version.split('+')
  const versions = new Set(processes.map((process) => process.version))
  const lastHour = hours.at(-1)
  const waitingCount = waiting.reduce((sum, { count }) => sum + count, 0)
  return (
    <StatStrip
      label="Summary"
      stats={[
        {
          label: 'Version',
          value: release,
          caption:
            versions.size > 1
              ? `${versions.size} versions run`
              : build
                ? `Build ${build}`
                : 'On every process',
        },
        {
          label: 'Processes',
          value: formatCount(processes.filter(({ isResponding }) => isResponding).length),
          caption: 'Responding now',
        },
        {
          label: 'Waiting',
          value: formatCount(waitingCount),
          caption: 'Payments, emails and jobs',
        },
        {
          label: 'Requests this hour',
          value: formatCount(lastHour?.requests ?? 0),
          caption: `${pluralize(lastHour?.errors ?? 0, 'error')}`,
        },
        {
          label: 'Backup age',
          value: backup.ageSeconds === null ? 'None' : durationText(backup.ageSeconds),
          caption: backupCaption(backup),
        },
      ]}
    />
  )
}

function backupCaption({ ageSeconds, archiveBytes, isRunning, isOverdue }: AdminHealth['backup']) {
  if (isRunning) return 'A backup is running'
  if (ageSeconds === null) return <span className="text-warn">Make one: tipdrop backup</span>
  if (isOverdue) return <span className="text-warn">Older than a day</span>
  return archiveBytes === null ? 'Less than a day old' : formatBytes(archiveBytes)
}

/** Each kind of work that waits, and whether it is late. */
function HealthWaiting({ waiting }: { waiting: Array<Waiting> }) {
  return (
    <Section id="waiting" title="What waits" description="Everything here should take less than two minutes.">
      <DataTable label="What waits" columns={columns} rows={waiting} rowKey={({ kind }) => kind} />
    </Section>
  )
}

const columns: Array<Column<Waiting>> = [
  {
    name: 'Work',
    cell: ({ kind }) => <span className="font-semibold">{waitingLabels[kind]}</span>,
    phone: 'title',
  },
  {
    name: 'Waiting',
    cell: ({ count }) => formatCount(count),
    isNumeric: true,
    phone: 'figure',
  },
  {
    name: 'Oldest',
    cell: ({ oldestSeconds }) => (
      <>
        <span className="@max-[38rem]:hidden">{oldestSeconds === 0 ? '–' : durationText(oldestSeconds)}</span>
        <span className="text-ink-faint text-sm @min-[38rem]:hidden">
          {oldestSeconds === 0 ? 'Nothing waits' : `The oldest for ${durationText(oldestSeconds)}`}
        </span>
      </>
    ),
    isNumeric: true,
    phone: 'detail',
  },
  {
    name: 'State',
    cell: ({ isLate }) => <Badge tone={isLate ? 'danger' : 'plain'}>{isLate ? 'Late' : 'On time'}</Badge>,
    phone: 'action',
  },
]
