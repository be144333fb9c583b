import type { HealthHour, RunningProcess } from '../../../../../contract/monitoring.ts'
import { formatBytes } from '../../../../../domain/format.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Section } from '../../../../ui/card.tsx'
import { ColumnChart } from '../../../../ui/column-chart.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { formatCount, pluralize } from '../../../../ui/format.ts'
import { LocalTime, useTimeFormatter } from '../../../../ui/local-time.tsx'
import { durationText, waitUnit } from '../format.ts'

const roles = { all: 'Web and worker', web: 'Web', worker: 'Worker' } as const

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

/** The last day, by the hour: requests with their errors below zero, and the longest wait. */
export function HealthCharts({ hours }: { hours: Array<HealthHour> }) {
  const formatMoment = useTimeFormatter()
  // The day is clear, and two dates would not fit below the chart on a phone.
  const formatTime = (iso: string) => formatMoment(iso).split(', ').at(-1) ?? ''
  const unit = waitUnit(Math.max(0, ...hours.map(({ maxWaitSeconds }) => maxWaitSeconds)))
  return (
    <div className="grid gap-[18px] lg:grid-cols-2">
      <Section id="requests" title="Requests" description="In the last 24 hours, by the hour.">
        <ColumnChart
          title="Requests by the hour"
          columns={['Hour', 'Requests', 'Errors', 'Over a second']}
          legend={{ value: 'Requests', below: 'Errors' }}
          formatTick={(value) => formatCount(Math.abs(value))}
          steps={hours.map(({ startsAt, requests, errors, slowRequests }) => ({
            label: formatTime(startsAt),
            value: requests,
            below: errors,
            cells: [requests, errors, slowRequests].map(formatCount),
            tooltip: [
              pluralize(requests, 'request'),
              pluralize(errors, 'error'),
              `${formatCount(slowRequests)} over a second`,
            ],
          }))}
        />
      </Section>
      <Section
        id="waits"
        title="Longest wait"
        description="How long the oldest payment, email or job waited."
      >
        <ColumnChart
          title="Longest wait by the hour"
          columns={['Hour', 'Longest wait', 'Waiting at most']}
          legend={{ value: unit.label }}
          formatTick={(value) => `${formatCount(value)} ${unit.short}`}
          steps={hours.map(({ startsAt, maxWaitSeconds, maxWaiting }) => ({
            label: formatTime(startsAt),
            value: maxWaitSeconds / unit.seconds,
            cells: [durationText(maxWaitSeconds), formatCount(maxWaiting)],
            tooltip: [durationText(maxWaitSeconds), `${formatCount(maxWaiting)} waiting at most`],
          }))}
        />
      </Section>
    </div>
  )
}
