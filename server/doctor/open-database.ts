import { join } from 'node:path'
import type pg from 'pg'
import { readClusterMajor, requireOwnMajor } from '../adapters/postgres/cluster.ts'
import { commandErrorMessage } from '../adapters/run-command.ts'
import type { Config } from '../config.ts'
import { createDatabase, type Database, openPool } from '../db/database.ts'
import { readSchemaState, type SchemaState } from '../db/migrate.ts'
import { connectionOfInstance } from '../verify/connect.ts'
import { type Check, type CheckResult, fail, type Line, skip } from './check.ts'
import { splitSentences } from './settings-checks.ts'

export type OpenDatabase = { pool: pg.Pool; db: Database; schema: SchemaState }

/** `none`: the first start makes the database. `away`: its line says why. */
export type DatabaseState =
  | ({ state: 'open'; close(): Promise<void> } & OpenDatabase)
  | { state: 'none' }
  | { state: 'away'; problem: CheckResult }

/** An embedded database that is not running is started, which takes some seconds, or longer after a crash. */
const maxOpenMs = 30_000
const connections = 4

type Place = Pick<Config, 'databaseUrl' | 'dataDir' | 'stripe'>

/** Opens the database of the instance, running or not. Never rejects, and makes no database. */
export async function openInstanceDatabase(config: Place): Promise<DatabaseState> {
  try {
    if (!config.databaseUrl && !(await hasCluster(config))) return { state: 'none' }
    return await withDeadline(open(config))
  } catch (error) {
    const problem = fail(...splitSentences(commandErrorMessage(error, config), fixes.away))
    return { state: 'away', problem }
  }
}

const fixes = { away: 'Start the instance, and read its log if it does not start.' }

async function hasCluster({ dataDir }: Place): Promise<boolean> {
  await requireOwnMajor(dataDir)
  return (await readClusterMajor(join(dataDir, 'postgres'))) !== undefined
}

async function open(config: Place): Promise<DatabaseState> {
  const { connection, close } = await connectionOfInstance(config)
  const pool = openPool({ ...connection, max: connections }, () => undefined)
  const closeAll = async () => {
    await pool.end()
    await close()
  }
  try {
    const schema = await readSchemaState(pool, { provider: config.stripe ? 'stripe' : 'sandbox' })
    return { state: 'open', pool, db: createDatabase(pool), schema, close: closeAll }
  } catch (error) {
    await closeAll()
    throw error
  }
}

function withDeadline(opening: Promise<DatabaseState>): Promise<DatabaseState> {
  const { promise, reject } = Promise.withResolvers<never>()
  const message = `The database does not answer in ${maxOpenMs / 1_000} seconds. ${fixes.away}`
  const timer = setTimeout(() => reject(new Error(message)), maxOpenMs)
  return Promise.race([opening, promise]).finally(() => clearTimeout(timer))
}

type DatabaseCheck = {
  name: string
  fix: string
  run(database: OpenDatabase): Promise<CheckResult | Array<Line>>
}

/** A check that is not tried while the database is away, does not exist yet or lacks the tables. */
export function withDatabase(database: Promise<DatabaseState>, { name, fix, run }: DatabaseCheck): Check {
  return {
    name,
    fix,
    settings: ['DATABASE_URL', 'DATA_DIR'],
    after: database,
    async run() {
      const opened = await database
      if (opened.state === 'away') return skip('The database is away')
      if (opened.state === 'none') return skip('There is no database yet')
      return run(opened).catch((error: unknown) => {
        if (opened.schema.state === 'current' || !isMissingTable(error)) throw error
        return skip('The database has not the schema of this version yet')
      })
    },
  }
}

/** SQLSTATE of a table, a column and a function that does not exist. */
function isMissingTable(error: unknown): boolean {
  const { code, cause } = Object(error)
  return ['42P01', '42703', '42883', '3F000'].includes(code) || (cause !== undefined && isMissingTable(cause))
}
