import { sql } from 'drizzle-orm'
import { productName } from '../../contract/site.ts'
import { countOf } from '../../domain/format.ts'
import { commandLine } from '../config/command-line.ts'
import { modeOfKey } from '../config/payments.ts'
import type { Config } from '../config.ts'
import {
  boundInstanceProblem,
  missingSellerSettings,
  requireCompleteDatabase,
} from '../features/site/instance/bind-instance.ts'
import { requireSoloAtStart } from '../features/site/settings/solo-mode.ts'
import { readSettings } from '../features/site/settings/store.ts'
import { type Check, type CheckResult, fail, ok, warn } from './check.ts'
import { type DatabaseState, type OpenDatabase, withDatabase } from './open-database.ts'
import { splitSentences } from './settings-checks.ts'

const supportedVersions = { min: 15, max: 18 }

/** Whether the database can be used: by this version, by this role, and with these settings. */
export function schemaChecks(config: Config, database: Promise<DatabaseState>): Array<Check> {
  return [
    {
      name: 'database',
      fix: 'Is the database overloaded? Look at its log and at pg_stat_activity.',
      settings: ['DATABASE_URL', 'DATA_DIR'],
      after: database,
      run: async () => checkDatabase(config, await database),
    },
    withDatabase(database, {
      name: 'schema',
      fix: `Run ${commandLine('doctor')} again when the database is less busy.`,
      run: (opened) => checkSchema(config, opened),
    }),
    withDatabase(database, {
      name: 'instance',
      fix: `Run ${commandLine('doctor')} again when the database is less busy.`,
      run: (opened) => checkInstance(config, opened),
    }),
  ]
}

async function checkDatabase({ dataDir }: Config, opened: DatabaseState): Promise<CheckResult> {
  if (opened.state === 'away') return opened.problem
  if (opened.state === 'none') return ok(`None yet: the first start makes it in ${dataDir}/postgres`)
  const startedAt = performance.now()
  const { rows } = await opened.db.execute<{
    version: string
    readOnly: boolean
    used: number
    max: number
    role: string
    name: string
    mayMigrate: boolean
    foreignOwner: string | null
  }>(sql`
    select current_setting('server_version_num')::int / 10000 as version,
      current_setting('transaction_read_only') = 'on' or pg_is_in_recovery() as "readOnly",
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
      current_setting('max_connections')::int as max,
      current_user as role, current_database() as name,
      has_database_privilege(current_database(), 'create') and has_schema_privilege('public', 'create') as "mayMigrate",
      (select min(tableowner) from pg_tables where schemaname = 'public'
        and not pg_has_role(current_user, tableowner, 'usage')) as "foreignOwner"`)
  const ms = Math.round(performance.now() - startedAt)
  const [row] = rows
  if (!row) return fail('The database returned nothing', 'Is DATABASE_URL the address of PostgreSQL itself?')
  const { min, max } = supportedVersions
  const version = Number(row.version)
  if (row.readOnly)
    return fail('The database is read-only', 'Set DATABASE_URL to the primary, or free space on its disk.')
  if (version < min) return fail(`PostgreSQL ${version} is too old`, `Use PostgreSQL ${min} to ${max}.`)
  if (row.foreignOwner)
    return fail(
      `The tables belong to ${row.foreignOwner}, and DATABASE_URL has the role ${row.role}`,
      `Use the role that owns them, or make it a member: grant ${row.foreignOwner} to ${row.role}.`,
    )
  if (!row.mayMigrate)
    return fail(
      `The role ${row.role} may not create tables in the database ${row.name}`,
      `Make it the owner: alter database ${row.name} owner to ${row.role}.`,
    )
  const detail = `PostgreSQL ${version}, ${row.used} of ${row.max} connections, ${ms} ms`
  if (version > max) return warn(detail, `${productName} is tested with PostgreSQL ${min} to ${max}.`)
  if (row.used > row.max * 0.8)
    return warn(detail, 'Raise max_connections, or lower DATABASE_CONNECTIONS of the processes.')
  return ok(detail)
}

async function checkSchema({ migrate }: Config, { schema }: OpenDatabase): Promise<CheckResult> {
  switch (schema.state) {
    case 'current':
      return ok('The schema is that of this version')
    case 'empty':
      return ok('The database is empty: the first start makes the schema')
    case 'former':
      return fail(
        'The data is from before version 1.0',
        'Use it with the version that made it, or set DATA_DIR or DATABASE_URL to an empty one.',
      )
    case 'newer':
      return warn(
        `A newer version has migrated the database, by ${countOf(schema.count, 'migration')}`,
        'Start that version. Only if you go back on purpose, start this one: it works one version back.',
      )
    case 'older': {
      const first = schema.missing[0] ?? ''
      const count = schema.missing.length
      const names = count === 1 ? first : `${first} to ${schema.missing.at(-1)}`
      return migrate === 'check'
        ? warn(
            `It is of an earlier version: ${countOf(count, 'migration')} missing (${names})`,
            'Make a backup, and run this version once with MIGRATE=only before its processes start.',
          )
        : warn(
            `The next start migrates it: ${countOf(count, 'migration')} (${names})`,
            'Nothing is wrong. Make a backup before you start this version.',
          )
    }
  }
}

/** What a start would refuse: a copy that is cut off, another mode or currency, and settings that are missing. */
async function checkInstance(config: Config, { db, pool }: OpenDatabase): Promise<CheckResult> {
  const mode = config.stripe ? modeOfKey(config.stripe.secretKey) : 'test'
  const fix = 'Correct the setting, or use another DATA_DIR or DATABASE_URL.'
  const refused = (message: string) => fail(...splitSentences(message, fix))
  try {
    await requireCompleteDatabase(pool)
  } catch (error) {
    if (error instanceof Error && error.constructor === Error) return refused(error.message)
    throw error
  }
  const bound = await boundInstanceProblem(db, { mode, currency: config.currency })
  if (bound) return refused(bound)
  const settings = await readSettings({ db, config, log: silent })
  const missing = missingSellerSettings(mode, settings)
  if (missing.length > 0)
    return fail(
      'Cards are charged for real, and buyers can’t see who sells',
      `Set ${missing.join(' and ')}, or fill them in at /admin/settings.`,
    )
  try {
    await requireSoloAtStart({ db, config })
  } catch (error) {
    if (error instanceof Error && error.constructor === Error) return refused(error.message)
    throw error
  }
  return ok(`${mode === 'live' ? 'Live' : 'Test'} payments in ${config.currency}`)
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined }
