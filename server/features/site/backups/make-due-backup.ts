import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { latestScheduledTime } from '../../../../domain/dates.ts'
import type { Ports } from '../../../ports/index.ts'
import { scheduledArchiveName } from './archive-names.ts'
import { claimScheduledBackup, failBackup } from './repository.ts'

/** Requests come first. */
const niceness = 10
const maxErrorTextLength = 1_000

/** How a backup ended: the error text of one that failed. */
type Outcome = { errorText: string | undefined }
type RunBackup = (args: Array<string>, signal?: AbortSignal) => Promise<Outcome>

/** Makes the backup of BACKUP_SCHEDULE that is due. Of several processes, one makes it. The signal ends it. */
export function makeScheduledBackup(ports: Ports, signal?: AbortSignal): Promise<void> {
  return makeDueBackup(ports, runInProcess, signal)
}

/** Makes the backup of the last time of the schedule, unless it was made or another process makes it. */
export async function makeDueBackup(
  { db, config: { backup, publicUrl }, clock, log }: Ports,
  run: RunBackup,
  signal?: AbortSignal,
): Promise<void> {
  const now = clock.now()
  const scheduledFor = latestScheduledTime(backup.schedule, now)
  if (!scheduledFor || !backup.to) return
  const name = scheduledArchiveName({ publicUrl, at: now, key: backup.key })
  const destination = `${backup.to.replace(/\/+$/, '')}/${name}`
  const values = { destination, isEncrypted: backup.key !== undefined, now }
  const id = await claimScheduledBackup(db, { scheduledFor, ...values })
  if (id === undefined) return

  log.info({ destination }, 'backup started')
  const { errorText } = await run([destination, '--record', String(id)], signal)
  if (errorText === undefined) return log.info({ destination }, 'backup finished')
  log.error({ destination, reason: errorText }, 'backup failed')
  // It has recorded its error itself, unless it was killed.
  await failBackup(db, { id, now: clock.now(), message: errorText })
}

/** A process of its own, because encrypting and hashing would delay requests. */
async function runInProcess(args: Array<string>, signal?: AbortSignal): Promise<Outcome> {
  const built = join(import.meta.dirname, 'backup.js')
  const program = existsSync(built) ? built : join(import.meta.dirname, '../../../backup/main.ts')
  const child = spawn(process.execPath, [...process.execArgv, program, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(signal && { signal }),
  })
  let errorText = ''
  child.stderr.on('data', (text) => {
    errorText = `${errorText}${text}`.slice(-maxErrorTextLength)
  })
  if (child.pid !== undefined) setPriority(child.pid, niceness)
  const code = await new Promise<number | null>((resolve) => {
    child.on('error', (error) => {
      errorText = error.name === 'AbortError' ? 'The instance was stopped.' : error.message
    })
    child.on('close', resolve)
  })
  if (code === 0) return { errorText: undefined }
  // Progress lines are indented.
  const lines = errorText.split('\n').filter((line) => line.trim() && !line.startsWith('  '))
  return { errorText: lines.join(' ') || 'The backup process was killed.' }
}
