import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { productName } from '../../contract/site.ts'
import { formatBytes } from '../../domain/format.ts'
import { existingPayoutKeys } from '../adapters/local-secret.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import { assertMigrated, FormerSchemaError, SchemaVersionError } from '../db/migrate.ts'
import { findUnreadableDetails } from '../features/money/payout-methods/encrypt-details.ts'
import { readLastBackup } from '../features/site/backups/last-backup.ts'
import { type Check, fail, ok, warn } from './check.ts'

type Context = { config: Config; pool: pg.Pool; db: Database }

const maxClockDifferenceMs = 5_000
const supportedVersions = { min: 15, max: 18 }
const maxSweepAgeSeconds = 120

/** Checks of the database, and of what the instance has written about itself. */
export function databaseChecks(context: Context): Array<Check> {
  return [
    { name: 'database', run: () => checkDatabase(context) },
    { name: 'schema', run: () => checkSchema(context) },
    { name: 'clock', run: () => checkClock(context) },
    { name: 'payout keys', run: () => checkPayoutKeys(context) },
    { name: 'jobs', run: () => checkJobs(context) },
    { name: 'backup', run: () => checkBackup(context) },
    { name: 'alerts', run: () => checkAlerts(context) },
  ]
}

async function checkDatabase({ db }: Context) {
  const startedAt = performance.now()
  const { rows } = await db.execute<{ version: string; readOnly: boolean; used: number; max: number }>(sql`
    select current_setting('server_version_num')::int / 10000 as version,
      current_setting('transaction_read_only') = 'on' or pg_is_in_recovery() as "readOnly",
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
      current_setting('max_connections')::int as max`)
  const ms = Math.round(performance.now() - startedAt)
  const [row] = rows
  if (!row) return fail('The database returned nothing', 'Check DATABASE_URL.')
  const { min, max } = supportedVersions
  const version = Number(row.version)
  if (row.readOnly)
    return fail('The database is read-only', 'Set DATABASE_URL to the primary, or free space on its disk.')
  if (version < min) return fail(`PostgreSQL ${version} is too old`, `Use PostgreSQL ${min} to ${max}.`)
  const detail = `PostgreSQL ${version}, ${row.used} of ${row.max} connections, ${ms} ms`
  if (version > max) return warn(detail, `${productName} is tested with PostgreSQL ${min} to ${max}.`)
  if (row.used > row.max * 0.8)
    return warn(detail, 'Raise max_connections, or lower DATABASE_CONNECTIONS of the processes.')
  return ok(detail)
}

async function checkSchema({ config, pool }: Context) {
  try {
    await assertMigrated(pool, { provider: config.stripe ? 'stripe' : 'sandbox' })
    return ok('The schema is that of this version')
  } catch (error) {
    if (error instanceof FormerSchemaError)
      return fail(error.message, 'Set DATA_DIR or DATABASE_URL to an empty one.')
    if (!(error instanceof SchemaVersionError)) throw error
    return fail(error.message, 'Run this version once with MIGRATE=only.')
  }
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
      ? 'Run npm run backup. If it fails, check BACKUP_TO.'
      : 'Run npm run backup -- FILE, and set BACKUP_TO and BACKUP_SCHEDULE (docs/operate/backup.md).',
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
