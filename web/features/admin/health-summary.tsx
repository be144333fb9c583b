import type { AdminHealth } from '../../../contract/admin-health.ts'
import { formatBytes } from '../../../domain/bytes-text.ts'
import { formatCount, pluralize } from '../../ui/count-text.ts'
import { StatStrip } from '../../ui/stat-strip.tsx'
import { durationText } from './health-text.ts'

/** The figures to look at first. */
export function HealthSummary({ health }: { health: AdminHealth }) {
  const { version, processes, waiting, hours, backup } = health
  const versions = new Set(processes.map((process) => process.version))
  const lastHour = hours.at(-1)
  const waitingCount = waiting.reduce((sum, { count }) => sum + count, 0)
  return (
    <StatStrip
      label="Summary"
      stats={[
        {
          label: 'Version',
          value: version,
          caption: versions.size > 1 ? `${versions.size} versions run` : 'On every process',
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
  if (ageSeconds === null) return <span className="text-warn">Run npm run backup</span>
  if (isOverdue) return <span className="text-warn">Older than a day</span>
  return archiveBytes === null ? 'Less than a day old' : formatBytes(archiveBytes)
}
