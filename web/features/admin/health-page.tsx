import { getAdminHealth } from '../../../contract/admin-health.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import { Badge } from '../../ui/badge.tsx'
import { AdminLayout } from './admin-layout.tsx'
import { AdminQueryState } from './admin-query-state.tsx'
import { HealthBackups } from './health-backups.tsx'
import { HealthCharts } from './health-charts.tsx'
import { HealthFailures } from './health-failures.tsx'
import { HealthProcesses } from './health-processes.tsx'
import { HealthStorage } from './health-storage.tsx'
import { HealthSummary } from './health-summary.tsx'
import { HealthWaiting } from './health-waiting.tsx'

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
      title="Health"
      description="What runs, what waits and what fails. Updated every 15 seconds."
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
            <HealthProcesses processes={health.processes} />
          </>
        )}
      </AdminQueryState>
    </AdminLayout>
  )
}
