import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Durability, dataDirArgument, postgresEnv } from './cluster.ts'
import type { OsUser } from './os-user.ts'

export type ServerInstance = {
  cluster: string
  bin: string
  socketDir: string
  account: OsUser
  durability: Durability
  /** Whether commits of money may wait for a copy on another disk (docs/operate/backup.md). */
  waitsForReplica?: boolean
  /** Further settings of this start. */
  settings?: Record<string, string>
  /** Set when the cluster was created for this start, and has no database of ours. */
  isNew?: boolean
  /** Called when the server's process was started. */
  onLaunch(): void
}

/** A running server. `ended` resolves with its exit code; `output` has its last lines. */
export type SupervisedServer = { ended: Promise<number | null>; output: Array<string>; shutdown(): void }

const maxOutputLines = 40

/**
 * This pipe closes when our process ends, and then the database shuts down cleanly. The shell has its own process
 * group, so a terminal's interrupt reaches us first. The socket folder is removed only after our process ends,
 * because a restarted database uses the same one. The reader of the pipe then ignores the kill below, so that its exit
 * code says that our process ended. Where the system has batch scheduling, the database gets it: a connection that a query
 * wakes then waits for its turn, instead of interrupting the server's thread that sent the query (docs/speed.md).
 */
const supervisor = `
sockets=$1; shift
chrt -b 0 true 2>/dev/null && batch='chrt -b 0'
exec 3<&0
$batch "$@" 3<&- & p=$!
(read _ <&3; trap '' TERM; kill -INT $p) >/dev/null 2>&1 & r=$!
wait $p; code=$?
kill $r 2>/dev/null
wait $r 2>/dev/null && rm -rf "$sockets"
exit $code`

/** Starts PostgreSQL so that it ends with this process. Calls `onLine` for each line of its log. */
export function superviseServer(instance: ServerInstance, onLine: (line: string) => void): SupervisedServer {
  const command = [instance.socketDir, join(instance.bin, 'postgres'), ...options(instance)]
  const run = spawn('/bin/sh', ['-c', supervisor, 'tipdrop-postgres', ...command], {
    cwd: instance.cluster,
    env: postgresEnv,
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
    ...instance.account,
  })
  const output: Array<string> = []
  createInterface(run.stderr).on('line', (line) => {
    output.push(line)
    if (output.length > maxOutputLines) output.shift()
    onLine(line)
  })
  const ended = new Promise<number | null>((done, failed) => run.on('error', failed).on('close', done))
  return { ended, output, shutdown: () => run.stdin.end() }
}

/** Options are on the command line and not in a file, so that a new version's settings apply to old data too. */
function options(instance: ServerInstance): Array<string> {
  const flags = Object.entries(settingsOf(instance)).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return ['-D', dataDirArgument(instance.cluster, instance.account), ...flags]
}

/** The settings of the command line by name. */
export function settingsOf(
  instance: Omit<ServerInstance, 'cluster' | 'bin' | 'account' | 'onLaunch'>,
): Record<string, string> {
  const { socketDir, durability, waitsForReplica = false } = instance
  return {
    listen_addresses: '',
    port: '5432',
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: '64MB',
    max_wal_size: '256MB',
    io_method: 'sync',
    jit: 'off',
    // Reads of a disk without moving parts. With the default, plans made while a table is small read all of it later.
    random_page_cost: '1.1',
    // A new instance's tables grow a hundredfold within seconds of its first sales, and plans follow their statistics.
    autovacuum_naptime: '10s',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'log',
    log_checkpoints: 'off',
    log_line_prefix: '',
    ...durabilities[durability],
    // What a replica has not stored is kept, but not until the disk is full.
    max_slot_wal_keep_size: '2GB',
    // Commits of money ask for more (the trigger `wait_for_replica`). Without a replica none may ever wait.
    ...(waitsForReplica ? { synchronous_commit: 'local' } : { synchronous_standby_names: '' }),
    ...instance.settings,
  }
}

const durabilities = {
  full: { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' },
  // For tests, which run many instances at once.
  none: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '1000' },
}

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
