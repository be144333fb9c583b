import { instance } from '../../db/schema/index.ts'
import type { Ports } from '../../ports/index.ts'
import { hasOpenAlert, raiseAlert, resolveAlerts } from '../alerts/service.ts'
import { maxBackupAgeMs } from './last-backup.ts'
import { failCutOffBackups, selectLastBackups } from './repository.ts'

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
  return `${age}${failure} Run npm run backup, or check BACKUP_SCHEDULE and the log.`
}
