import { sql } from 'drizzle-orm'
import type { AdminHealth } from '../../../../contract/monitoring.ts'
import type { Db } from '../../../db/database.ts'
import type { Ports } from '../../../ports/index.ts'
import { nextBackupAt, readLastBackup } from '../../site/backups/last-backup.ts'
import { selectUnavailableServices } from '../../telling/alerts/service.ts'
import { countFailedWork } from '../overview/overview.ts'
import {
  figureOf,
  maxWaitSeconds,
  readStateFigures,
  type StateFigure,
  sumStoredBytes,
  waitingOf,
} from './figures.ts'
import { selectHeartbeats } from './heartbeat.ts'
import { backupSettingsOfWorker, hasNoWorker, presentProcesses } from './processes.ts'
import { selectHours } from './samples.ts'

/** What an operator needs to see, from the same figures as /metrics. `version` is that of this process. */
export async function getHealth(ports: Ports, version: string): Promise<AdminHealth> {
  const { db, clock, fileStore } = ports
  const now = clock.now()
  const figures = await readStateFigures(db, now)
  const failedWork = await countFailedWork(db, now)
  const space = await fileStore.freeSpace?.().catch(() => undefined)
  const heartbeats = await selectHeartbeats(db)
  const processes = presentProcesses(heartbeats, now)
  const backup = await readLastBackup(ports, now)
  const ofWorker = backupSettingsOfWorker(heartbeats, now)
  const health = {
    version,
    processes,
    waiting: waitingOf(figures),
    sweepAgeSeconds: Math.max(0, figureOf(figures, 'tipdrop_sweep_age_seconds')),
    failing: {
      ...failedWork,
      hasNoWorker: hasNoWorker(processes),
      unavailable: await selectUnavailableServices(db),
      alerts: alertsOf(figures),
      unbalancedPostings: figureOf(figures, 'tipdrop_ledger_unbalanced_postings'),
    },
    storage: {
      databaseBytes: figureOf(figures, 'tipdrop_database_bytes'),
      storedBytes: await sumStoredBytes(db),
      disk: space
        ? { freeBytes: Math.floor(space.freeBytes), totalBytes: Math.floor(space.totalBytes) }
        : null,
    },
    database: await readServer(db),
    backup: {
      ...backup,
      settings: ofWorker ? { ...ofWorker, nextAt: nextBackupAt(ofWorker, now) } : backup.settings,
    },
    replica: ports.replica?.status() ?? null,
    hours: await selectHours(db, now),
  }
  return { ...health, status: statusOf(health) }
}

function alertsOf(figures: ReadonlyArray<StateFigure>) {
  return figures
    .filter(({ name }) => name === 'tipdrop_alerts_open')
    .map(({ label, value }) => ({ kind: label, count: value }))
    .toSorted((a, b) => b.count - a.count || a.kind.localeCompare(b.kind))
}

async function readServer(db: Db): Promise<AdminHealth['database']> {
  const { rows } = await db.execute<AdminHealth['database']>(sql`
    select split_part(current_setting('server_version'), ' ', 1) as version,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::int as "maxConnections"`)
  return rows[0] ?? { version: '', connections: 0, maxConnections: 0 }
}

/** Work that is late, services that don't answer and wrong sums affect people now. */
function statusOf(health: Omit<AdminHealth, 'status'>): AdminHealth['status'] {
  const { waiting, sweepAgeSeconds, failing, processes } = health
  const isFailing =
    waiting.some(({ isLate }) => isLate) ||
    sweepAgeSeconds > maxWaitSeconds ||
    failing.hasNoWorker ||
    failing.unavailable.length > 0 ||
    failing.unbalancedPostings > 0
  if (isFailing) return 'failing'
  const needsAttention =
    failing.alerts.length > 0 ||
    failing.failedJobs > 0 ||
    failing.overdueEmails > 0 ||
    processes.some(({ isResponding }) => !isResponding)
  return needsAttention ? 'attention' : 'ok'
}
