import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** The connection of `pg.Pool` and the queue: a socket in a private folder, no password. */
export type Connection = { host: string; port: number; user: string; database: string; ssl: false }

const pollIntervalMs = 20

/** `ready` when the server answers, `no-database` when it answers that it has no such database. */
export type Readiness = 'ready' | 'no-database' | 'ended'

/** Resolves when the server answers or has ended. */
export async function waitUntilReady(
  connection: Connection,
  ended: Promise<number | null>,
): Promise<Readiness> {
  let isAlive = true
  const exited = ended.then(() => {
    isAlive = false
  })
  while (isAlive) {
    // A connection that fails costs 15 ms in the busiest part of a start.
    const readiness = existsSync(socketPath(connection)) ? await connect(connection) : undefined
    if (readiness) return readiness
    await Promise.race([exited, sleep(pollIntervalMs)])
  }
  return 'ended'
}

function socketPath({ host, port }: Connection): string {
  return join(host, `.s.PGSQL.${port}`)
}

/** A database that initdb creates and nothing uses. */
export const initialDatabase = 'postgres'

/** Creates the database of the connection if it does not exist. */
export async function ensureDatabase(connection: Connection): Promise<void> {
  await withClient({ ...connection, database: initialDatabase }, async (client) => {
    const result = await client.query('select 1 from pg_database where datname = $1', [connection.database])
    if (result.rowCount === 0)
      await client.query(`create database ${pg.escapeIdentifier(connection.database)}`)
  })
}

/** SQLSTATE of a connection to a database that does not exist. */
const invalidCatalogName = '3D000'

async function connect(connection: Connection): Promise<Readiness | undefined> {
  return withClient(connection, async () => 'ready' as const).catch((error: unknown) =>
    error instanceof pg.DatabaseError && error.code === invalidCatalogName ? 'no-database' : undefined,
  )
}

async function withClient<T>(connection: Connection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...connection, password: '', connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
