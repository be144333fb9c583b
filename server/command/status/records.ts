import { formatBytes } from '../../../domain/format.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { selectHeartbeats } from '../../features/operating/monitoring/heartbeat.ts'
import { readLastBackup } from '../../features/site/backups/last-backup.ts'
import { countOpenAlerts } from '../../features/telling/alerts/repository.ts'

export type Records = {
  processes: Array<string>
  backup: { text: string; needsOne: boolean }
  openAlerts: number
}

/** Three missed heartbeats: the process has ended without saying so. */
const maxSilenceMs = 45_000

/** What the processes of an instance have written about it, as lines. */
export async function readRecords(db: Database, config: Config): Promise<Records> {
  const now = new Date()
  const heartbeats = await selectHeartbeats(db)
  const alive = heartbeats.filter(({ seenAt }) => now.getTime() - seenAt.getTime() < maxSilenceMs)
  const last = await readLastBackup({ db, config }, now)
  const place = last.destination ? `, ${formatBytes(last.archiveBytes ?? 0)} at ${last.destination}` : ''
  const failure = last.failure ? `. The last attempt failed: ${last.failure.message}` : ''
  const age = last.ageSeconds === null ? 'none yet' : `${ageText(last.ageSeconds)} old`
  return {
    processes: alive.map(
      ({ role, version, hostname, pid, startedAt }) =>
        `${role === 'all' ? 'web and worker' : role}, version ${version}, pid ${pid} on ${hostname}, since ${startedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    ),
    backup: { text: `${age}${place}${failure}`, needsOne: last.isOverdue || last.failure !== null },
    openAlerts: await countOpenAlerts(db),
  }
}

function ageText(ageSeconds: number): string {
  const hours = Math.floor(ageSeconds / 3_600)
  if (hours < 1) return 'less than an hour'
  if (hours < 48) return hours === 1 ? '1 hour' : `${hours} hours`
  return `${Math.floor(hours / 24)} days`
}
