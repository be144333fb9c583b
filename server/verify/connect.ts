import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { databaseUser } from '../adapters/postgres/cluster.ts'
import { startPostgres } from '../adapters/postgres/start.ts'
import type { Config } from '../config.ts'

type VerifyConnection = { client: pg.Client; close(): Promise<void> }

/**
 * The books to read: of the database that DATABASE_URL names, of an instance that is running on this machine, or of one
 * that is stopped, whose database is started for as long as it takes. Throws a sentence when there are none.
 */
export async function connectForVerify({ databaseUrl, dataDir }: Config): Promise<VerifyConnection> {
  if (databaseUrl) return connectTo({ connectionString: databaseUrl })
  const running = await connectToRunning(dataDir)
  if (running) return running
  const clusterVersion = await readFile(join(dataDir, 'postgres', 'PG_VERSION')).catch(() => undefined)
  if (!clusterVersion)
    throw new Error(`There are no books in ${dataDir}: set DATA_DIR or DATABASE_URL to those you mean.`)
  const errorOnlyLogger = { info: () => undefined, warn: () => undefined, error: console.error }
  const postgres = await startPostgres({ dataDir, log: errorOnlyLogger })
  try {
    const opened = await connectTo(postgres.connection)
    return { ...opened, close: () => opened.close().finally(postgres.stop) }
  } catch (fault) {
    await postgres.stop()
    throw fault
  }
}

/** The socket of a server that runs on these data stands in its own pid file, line five. */
async function connectToRunning(dataDir: string): Promise<VerifyConnection | undefined> {
  const file = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')
  const host = file.split('\n')[4]?.trim()
  if (!host) return undefined
  return connectTo({ host, user: databaseUser, database: 'tipdrop', ssl: false }).catch(() => undefined)
}

async function connectTo(connection: pg.ClientConfig): Promise<VerifyConnection> {
  const client = new pg.Client({ connectionTimeoutMillis: 5_000, ...connection })
  await client.connect()
  return { client, close: () => client.end() }
}
