import type { RunningProcess } from '../../../contract/admin-health.ts'
import { formatBytes } from '../../../domain/bytes-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { LocalTime } from '../../ui/local-time.tsx'
import { Section } from '../../ui/section.tsx'

const roles = { all: 'Web and worker', web: 'Web', worker: 'Worker' } as const

/** Every process of the instance. */
export function HealthProcesses({ processes }: { processes: Array<RunningProcess> }) {
  return (
    <Section id="processes" title="What runs" description="Every process of this site, newest first.">
      {processes.length === 0 ? (
        <p className="text-ink-soft">No process has reported yet.</p>
      ) : (
        <DataTable label="Processes" columns={columns} rows={processes} rowKey={({ id }) => id} />
      )}
    </Section>
  )
}

const columns: Array<Column<RunningProcess>> = [
  {
    name: 'Process',
    cell: ({ hostname, pid }) => (
      <span className="wrap-anywhere font-semibold">
        {hostname} · {pid}
      </span>
    ),
    isRowHeader: true,
  },
  { name: 'Role', cell: ({ role }) => roles[role] },
  {
    name: 'Version',
    cell: ({ version, nodeVersion }) => (
      <>
        {version}
        <span className="block text-ink-faint text-sm">Node {nodeVersion}</span>
      </>
    ),
  },
  { name: 'Started', cell: ({ startedAt }) => <LocalTime iso={startedAt} /> },
  { name: 'Memory', cell: ({ memoryBytes }) => formatBytes(memoryBytes), isNumeric: true },
  { name: 'Delay', cell: ({ eventLoopDelayMs }) => `${eventLoopDelayMs} ms`, isNumeric: true },
  {
    name: 'State',
    cell: ({ isResponding, seenAt }) =>
      isResponding ? (
        <Badge>Responding</Badge>
      ) : (
        <>
          <Badge tone="danger">Silent</Badge>
          <span className="block text-ink-faint text-sm">
            since <LocalTime iso={seenAt} />
          </span>
        </>
      ),
  },
]
