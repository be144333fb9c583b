import { TriangleAlert } from 'lucide-react'
import type { Backup } from '../../../../../contract/monitoring.ts'
import { formatBytes } from '../../../../../domain/format.ts'
import { Section } from '../../../../ui/card.tsx'
import { DescriptionList } from '../../../../ui/description-list.tsx'
import { pluralize } from '../../../../ui/format.ts'
import { useTimeFormatter } from '../../../../ui/local-time.tsx'

/** The last backup, why the newest attempt failed, and the settings, which are environment variables. */
export function HealthBackups({ backup }: { backup: Backup }) {
  const formatTime = useTimeFormatter()
  const warning = backupWarning(backup, formatTime)
  return (
    <Section id="backups" title="Backups" description={settingsText(backup.settings)}>
      {warning && (
        <p className="flex items-start gap-2">
          <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-warn" />
          <span className="wrap-anywhere min-w-0">{warning}</span>
        </p>
      )}
      <DescriptionList items={backupItems(backup, formatTime)} />
    </Section>
  )
}

function settingsText({ worker }: Backup['settings']): string {
  const whose = worker
    ? `The settings of the worker ${worker.hostname} · ${worker.pid}.`
    : 'No worker has reported, so these are the settings of the process that shows this page.'
  return `${whose} They are environment variables, so they change with a restart.`
}

type FormatTime = (iso: string) => string

/** What an operator must do about backups; undefined when nothing. */
export function backupWarning(
  { lastAt, isRunning, isOverdue, failure, settings }: Backup,
  formatTime: FormatTime,
): string | undefined {
  if (failure) return `The last attempt failed on ${formatTime(failure.at)}: ${failure.message}`
  if (!isOverdue || isRunning) return undefined
  const state = lastAt ? 'The last backup is older than a day.' : 'There is no backup yet.'
  const fix =
    settings.schedule.length > 0 ? 'See the log of the worker.' : 'Set BACKUP_TO and BACKUP_SCHEDULE.'
  return `${state} Make one with tipdrop backup. ${fix}`
}

export function backupItems(backup: Backup, formatTime: FormatTime): Array<[name: string, value: string]> {
  const { lastAt, destination, missing, isRunning, settings } = backup
  return [
    ['Last backup', lastAt ? lastBackupText(backup, formatTime) : 'None'],
    ['Stored at', destination ?? ''],
    ['Missing in it', missing],
    ['Running', isRunning ? 'A backup is being made now' : ''],
    ['Schedule (BACKUP_SCHEDULE)', scheduleText(settings, formatTime)],
    ['Place (BACKUP_TO)', settings.to ?? 'Not set'],
    ['Kept (BACKUP_KEEP)', `Keeps the last ${pluralize(settings.keep, 'backup')}`],
    ['Encryption (BACKUP_KEY)', settings.isEncrypted ? 'On' : 'Off. Backups can be read without a key.'],
  ]
}

function lastBackupText({ lastAt, archiveBytes, isEncrypted }: Backup, formatTime: FormatTime): string {
  const size = archiveBytes === null ? '' : `, ${formatBytes(archiveBytes)}`
  return `${lastAt ? formatTime(lastAt) : ''}${size}, ${isEncrypted ? 'encrypted' : 'not encrypted'}`
}

function scheduleText({ schedule, nextAt }: Backup['settings'], formatTime: FormatTime): string {
  if (schedule.length === 0) return 'Not set'
  return `Daily at ${schedule.join(' and ')} UTC${nextAt ? `, next on ${formatTime(nextAt)}` : ''}`
}
