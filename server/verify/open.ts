import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { databaseUser } from '../adapters/postgres/cluster.ts'
import { startPostgres } from '../adapters/postgres/start.ts'
import type { Config } from '../config.ts'

type Opened = { client: pg.Client; close(): Promise<void> }

/**
 * The books to read: of the database that DATABASE_URL names, of an instance that is running on this machine, or of one
 * that is stopped, whose database is started for as long as it takes. Throws a sentence when there are none.
 */
export async function openBooks({ databaseUrl, dataDir }: Config): Promise<Opened> {
  if (databaseUrl) return connected({ connectionString: databaseUrl })
  const running = await runningIn(dataDir)
  if (running) return running
  const found = await readFile(join(dataDir, 'postgres', 'PG_VERSION')).catch(() => undefined)
  if (!found)
    throw new Error(`There are no books in ${dataDir}: set DATA_DIR or DATABASE_URL to those you mean.`)
  const quiet = { info: () => undefined, warn: () => undefined, error: console.error }
  const postgres = await startPostgres({ dataDir, log: quiet })
  try {
    const opened = await connected(postgres.connection)
    return { ...opened, close: () => opened.close().finally(postgres.stop) }
  } catch (fault) {
    await postgres.stop()
    throw fault
  }
}

/** The socket of a server that runs on these data stands in its own pid file, line five. */
async function runningIn(dataDir: string): Promise<Opened | undefined> {
  const file = await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')
  const host = file.split('\n')[4]?.trim()
  if (!host) return undefined
  return connected({ host, user: databaseUser, database: 'tipdrop', ssl: false }).catch(() => undefined)
}

async function connected(connection: pg.ClientConfig): Promise<Opened> {
  const client = new pg.Client({ connectionTimeoutMillis: 5_000, ...connection })
  await client.connect()
  return { client, close: () => client.end() }
}
