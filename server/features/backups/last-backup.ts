import type { Backup } from '../../../contract/admin-health.ts'
import { nextScheduledTime } from '../../../domain/schedule.ts'
import type { Ports } from '../../ports/index.ts'
import { selectLastBackups } from './repository.ts'

/** A day, and an hour in which a daily backup runs. */
export const maxBackupAgeMs = 25 * 3_600_000

/** The last complete backup, the newest attempt if it failed, and the settings. */
export async function readLastBackup(
  { db, config: { backup } }: Pick<Ports, 'db' | 'config'>,
  now: Date,
): Promise<Backup> {
  const { succeeded, newest } = await selectLastBackups(db)
  const lastAt = succeeded?.snapshotAt ?? null
  const ageMs = lastAt && Math.max(0, now.getTime() - lastAt.getTime())
  return {
    lastAt: lastAt?.toISOString() ?? null,
    ageSeconds: ageMs === null ? null : Math.floor(ageMs / 1_000),
    archiveBytes: succeeded?.archiveBytes ?? null,
    destination: succeeded?.destination ?? null,
    isEncrypted: succeeded?.isEncrypted ?? false,
    missing: succeeded?.message ?? '',
    isRunning: newest?.state === 'running',
    isOverdue: ageMs === null || ageMs > maxBackupAgeMs,
    failure:
      newest?.state === 'failed'
        ? { at: (newest.finishedAt ?? newest.startedAt).toISOString(), message: newest.message }
        : null,
    settings: {
      to: backup.to ?? null,
      schedule: backup.schedule,
      nextAt: nextScheduledTime(backup.schedule, now)?.toISOString() ?? null,
      keep: backup.keep,
      isEncrypted: backup.key !== undefined,
    },
  }
}
