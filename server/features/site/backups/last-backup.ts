import type { Backup } from '../../../../contract/monitoring.ts'
import { nextScheduledTime } from '../../../../domain/dates.ts'
import { commandLine } from '../../../config/command-line.ts'
import type { Config } from '../../../config.ts'
import { instance } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { hasOpenAlert, raiseAlert, resolveAlerts } from '../../telling/alerts/service.ts'
import { failCutOffBackups, selectLastBackups } from './repository.ts'

/** A day, and an hour in which a daily backup runs. */
const maxBackupAgeMs = 25 * 3_600_000

/** The last complete backup, the newest attempt if it failed, and the settings. */
export async function readLastBackup(
  { db, config: { backup } }: Pick<Ports, 'db' | 'config'>,
  now: Date,
): Promise<Backup> {
  const { succeeded, newest } = await selectLastBackups(db)
  const settings = backupSettingsOf(backup)
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
    settings: { ...settings, nextAt: nextBackupAt(settings, now), worker: null },
  }
}

/** The settings of backups that others may see. */
export function backupSettingsOf({ to, schedule, keep, key }: Config['backup']) {
  return { to: to ?? null, schedule, keep, isEncrypted: key !== undefined }
}

export function nextBackupAt({ schedule }: { schedule: Array<string> }, now: Date): string | null {
  return nextScheduledTime(schedule, now)?.toISOString() ?? null
}

const kind = 'backup-overdue'
const target = 'backup'

/**
 * Raises an alert when the last complete backup is older than a day, and resolves it after the next one. Only where
 * backups are expected: with a schedule, or on a public instance that has been backed up by command.
 */
export async function checkLastBackup(ports: Ports): Promise<void> {
  const { db, clock, config } = ports
  const now = clock.now()
  await failCutOffBackups(db, now)
  const { succeeded, newest } = await selectLastBackups(db)
  const isExpected = config.backup.schedule.length > 0 || (!config.isLocal && succeeded !== undefined)
  const since = succeeded?.snapshotAt ?? (await instanceCreatedAt(ports))
  const isOverdue = isExpected && now.getTime() - since.getTime() > maxBackupAgeMs
  if (isOverdue === (await hasOpenAlert(db, { kind, target }))) return

  await db.transaction((tx) =>
    isOverdue
      ? raiseAlert(tx, ports, { kind, target, message: overdueMessage(succeeded?.snapshotAt, newest) })
      : resolveAlerts(tx, ports, { kinds: [kind], target }),
  )
}

async function instanceCreatedAt({ db, clock }: Ports): Promise<Date> {
  const [row] = await db.select({ createdAt: instance.createdAt }).from(instance)
  return row?.createdAt ?? clock.now()
}

function overdueMessage(
  last: Date | null | undefined,
  newest: { state: string; message: string } | undefined,
) {
  const age = last
    ? `The last backup is of ${last.toISOString().slice(0, 16).replace('T', ' ')} UTC.`
    : 'There is no backup yet.'
  const failure = newest?.state === 'failed' ? ` The last attempt failed: ${newest.message}` : ''
  return `${age}${failure} Run ${commandLine('backup')}, or check BACKUP_SCHEDULE and the log.`
}
