import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { databaseUser, readClusterMajor, requireOwnMajor } from '../adapters/postgres/cluster.ts'
import { startPostgres } from '../adapters/postgres/start.ts'
import type { Config } from '../config.ts'
import { rejectFormerSchema } from '../db/migrate.ts'
import { migrationFolders } from '../db/migration-folders.ts'

type InstanceConnection = { connection: pg.PoolConfig; close(): Promise<void> }

/** Connects to the instance's database (`connectionOfInstance`). */
export async function connectForVerify(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
): Promise<{ client: pg.Client; close(): Promise<void> }> {
  const { connection, close } = await connectionOfInstance(config)
  try {
    const client = await connectTo(connection)
    await rejectFormerSchema(client, migrationFolders()).catch((error) =>
      client.end().then(() => Promise.reject(error)),
    )
    return { client, close: () => client.end().finally(close) }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * The instance's database: that of DATABASE_URL, of the running instance on this machine, or of a stopped one, whose
 * PostgreSQL is started until `close`. Throws a message when there is none.
 */
export async function connectionOfInstance({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<InstanceConnection> {
  const close = async () => undefined
  if (databaseUrl) {
    const connection = { connectionString: databaseUrl }
    // Fails here with the reason, and not in the middle of the work.
    await connectTo(connection).then((client) => client.end())
    return { connection, close }
  }
  const running = await runningConnection(dataDir)
  if (running) return { connection: running, close }
  await requireOwnMajor(dataDir)
  if ((await readClusterMajor(join(dataDir, 'postgres'))) === undefined)
    throw new Error(
      `There is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL to those of the instance, or start it once.`,
    )
  const errorOnlyLogger = { info: () => undefined, warn: () => undefined, error: console.error }
  const postgres = await startPostgres({ dataDir, log: errorOnlyLogger })
  return { connection: postgres.connection, close: postgres.stop }
}

/**
 * The connection to the database of DATABASE_URL, or of the running instance; undefined when that does not run. Starts
 * nothing. Throws when DATABASE_URL does not answer.
 */
export async function connectionOfRunning({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<pg.PoolConfig | undefined> {
  if (!databaseUrl) return runningConnection(dataDir)
  const connection = { connectionString: databaseUrl }
  await connectTo(connection).then((client) => client.end())
  return connection
}

/** A running server's PostgreSQL has its socket in line five of its pid file. Undefined when it does not answer. */
async function runningConnection(dataDir: string): Promise<pg.PoolConfig | undefined> {
  const file = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')
  const host = file.split('\n')[4]?.trim()
  if (!host) return undefined
  const connection = { host, user: databaseUser, database: 'tipdrop', ssl: false }
  return connectTo(connection).then(
    (client) => client.end().then(() => connection),
    () => undefined,
  )
}

async function connectTo(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ connectionTimeoutMillis: 5_000, ...connection })
  await client.connect()
  return client
}
