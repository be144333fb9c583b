import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** The connection of `pg.Pool` and the queue: a socket in a private folder, no password. */
export type Connection = { host: string; port: number; user: string; database: string; ssl: false }

const pollIntervalMs = 20

/** True when the server answers, false when it ended. */
export async function waitUntilReady(
  { host, user }: Pick<Connection, 'host' | 'user'>,
  ended: Promise<number | null>,
): Promise<boolean> {
  let isAlive = true
  const exited = ended.then(() => {
    isAlive = false
  })
  while (isAlive) {
    if (await canConnect({ host, user, port: 5432, database: 'postgres', ssl: false })) return true
    await Promise.race([exited, sleep(pollIntervalMs)])
  }
  return false
}

/** Creates the database of the connection if it does not exist. */
export async function ensureDatabase(connection: Connection): Promise<void> {
  await withClient({ ...connection, database: 'postgres' }, async (client) => {
    const result = await client.query('select 1 from pg_database where datname = $1', [connection.database])
    if (result.rowCount === 0)
      await client.query(`create database ${pg.escapeIdentifier(connection.database)}`)
  })
}

async function canConnect(connection: Connection): Promise<boolean> {
  return withClient(connection, () => Promise.resolve(true)).catch(() => false)
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
