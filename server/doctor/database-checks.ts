import { sql } from 'drizzle-orm'
import { formatBytes } from '../../domain/format.ts'
import { existingPayoutKeys } from '../adapters/local-secret.ts'
import { commandLine } from '../config/command-line.ts'
import type { Config } from '../config.ts'
import { findUnreadableDetails } from '../features/money/payout-methods/encrypt-details.ts'
import { readLastBackup } from '../features/site/backups/last-backup.ts'
import { fail, ok, warn } from './check.ts'
import { type DatabaseState, type OpenDatabase, withDatabase } from './open-database.ts'

type Context = OpenDatabase & { config: Config }

const maxClockDifferenceMs = 5_000
const maxSweepAgeSeconds = 120

/** Checks of what the instance has written to its database about itself. */
export function instanceChecks(config: Config, database: Promise<DatabaseState>) {
  const check = (name: string, fix: string, run: (context: Context) => ReturnType<typeof checkClock>) =>
    withDatabase(database, { name, fix, run: (opened) => run({ ...opened, config }) })
  return [
    check('clock', 'Compare the clocks of this machine and of the database’s with date -u.', checkClock),
    check(
      'payout keys',
      `Run ${commandLine('doctor')} again when the database is less busy.`,
      checkPayoutKeys,
    ),
    check('jobs', 'Read the log of the process with ROLE=all or ROLE=worker.', checkJobs),
    check('backup', `Run ${commandLine('backup')}, and read what it says.`, checkBackup),
    check('alerts', 'Open the inbox of /admin.', checkAlerts),
  ]
}

async function checkClock({ db }: Context) {
  const { rows } = await db.execute<{ now: number }>(
    sql`select extract(epoch from clock_timestamp())::float8 as now`,
  )
  const differenceMs = Math.abs(Number(rows[0]?.now ?? 0) * 1_000 - Date.now())
  if (differenceMs > maxClockDifferenceMs)
    return fail(
      `This machine's clock differs from the database's by ${Math.round(differenceMs / 1_000)} seconds`,
      'Start time synchronization (timedatectl set-ntp true) on both machines.',
    )
  return ok('Equal to the database’s clock')
}

async function checkPayoutKeys({ config, db }: Context) {
  const unreadable = await findUnreadableDetails({ db, payoutKeys: await existingPayoutKeys(config) })
  const [first] = unreadable
  if (!first) return ok('All payout details can be read')
  const rows = unreadable.reduce((sum, { rows }) => sum + rows, 0)
  return fail(`${rows} payout details can’t be read`, first.message)
}

async function checkJobs({ db }: Context) {
  const { rows } = await db.execute<{ ageSeconds: number | null; emails: number }>(sql`
    select extract(epoch from (now() - max(last_periodic_run_at)))::float8 as "ageSeconds",
      (select count(*)::int from deliveries where channel = 'email' and state = 'waiting'
        and created_at < now() - interval '5 minutes') as emails
    from instance`)
  const { ageSeconds = null, emails = 0 } = rows[0] ?? {}
  if (ageSeconds === null)
    return warn('The periodic tasks have never run', 'Start a process with ROLE=all or ROLE=worker.')
  if (ageSeconds > maxSweepAgeSeconds)
    return warn(
      `The periodic tasks last ran ${Math.round(ageSeconds / 60)} minutes ago`,
      'Start a process with ROLE=all or ROLE=worker.',
    )
  if (emails > 0)
    return warn(
      `${emails} emails have been waiting for more than five minutes`,
      'Check SMTP_URL and the inbox of /admin.',
    )
  return ok('The periodic tasks run, and no email waits')
}

async function checkBackup(context: Context) {
  const { ageSeconds, archiveBytes, destination, isOverdue, failure, settings } = await readLastBackup(
    context,
    new Date(),
  )
  const age = ageSeconds === null ? 'There is no backup yet' : `${ageText(ageSeconds)} old`
  const place = destination ? `, ${formatBytes(archiveBytes ?? 0)} at ${destination}` : ''
  const reason = failure ? `. The last attempt failed: ${failure.message}` : ''
  const detail = `${age}${place}${reason}`
  if (!isOverdue && !failure) return ok(detail)
  return warn(
    detail,
    settings.schedule.length > 0
      ? `Run ${commandLine('backup')}. If it fails, check BACKUP_TO.`
      : `Run ${commandLine('backup', 'FILE')}, and set BACKUP_TO and BACKUP_SCHEDULE (docs/operate/backup.md).`,
  )
}

function ageText(ageSeconds: number): string {
  const hours = Math.floor(ageSeconds / 3_600)
  if (hours < 1) return 'Less than an hour'
  if (hours < 48) return hours === 1 ? '1 hour' : `${hours} hours`
  return `${Math.floor(hours / 24)} days`
}

async function checkAlerts({ db }: Context) {
  const { rows } = await db.execute<{ kind: string; count: number }>(
    sql`select kind, count(*)::int as count from alerts where resolved_at is null group by kind order by kind`,
  )
  if (rows.length === 0) return ok('No open alerts')
  const hasUntrustedProxy = rows.some(({ kind }) => kind === 'untrusted-proxy')
  return warn(
    `Open: ${rows.map(({ kind, count }) => `${kind} (${count})`).join(', ')}`,
    hasUntrustedProxy ? 'Add the proxy’s address to TRUST_PROXY.' : 'Open the inbox of /admin.',
  )
}
