import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { databaseUser } from '../adapters/postgres/cluster.ts'
import { startPostgres } from '../adapters/postgres/start.ts'
import type { Config } from '../config.ts'

type VerifyConnection = { client: pg.Client; close(): Promise<void> }

/**
 * Connects to the ledger's database: that of DATABASE_URL, of the running instance on this machine, or of a stopped
 * one, whose PostgreSQL is started meanwhile. Throws a message when there is none.
 */
export async function connectForVerify({ databaseUrl, dataDir }: Config): Promise<VerifyConnection> {
  if (databaseUrl) return connectTo({ connectionString: databaseUrl })
  const running = await connectToRunning(dataDir)
  if (running) return running
  const clusterVersion = await readFile(join(dataDir, 'postgres', 'PG_VERSION')).catch(() => undefined)
  if (!clusterVersion)
    throw new Error(
      `No ledger found in ${dataDir}. Set DATA_DIR or DATABASE_URL to the one you want to check.`,
    )
  const errorOnlyLogger = { info: () => undefined, warn: () => undefined, error: console.error }
  const postgres = await startPostgres({ dataDir, log: errorOnlyLogger })
  try {
    const opened = await connectTo(postgres.connection)
    return { ...opened, close: () => opened.close().finally(postgres.stop) }
  } catch (error) {
    await postgres.stop()
    throw error
  }
}

/** A running server's PostgreSQL has its socket in line five of its pid file. */
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
