import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { PoolConfig } from 'pg'
import type { Config } from '../../config.ts'
import type { BasicLogger } from '../../ports/index.ts'
import { findBinaries } from './binaries.ts'
import {
  type Durability,
  ensureCluster,
  makeSocketDir,
  removeOverridden,
  requireOwnMajor,
} from './cluster.ts'
import { resolveOsUser } from './os-user.ts'
import { connectionTo, keepServerRunning, lockDataDir } from './running-cluster.ts'
import { type Connection, ensureDatabase, type ServerInstance, settingsOf } from './supervisor.ts'

export type Postgres = { connection: Connection; stop(): Promise<void> }

/**
 * Starts the bundled PostgreSQL with the data in `dataDir` (created when missing) and keeps it running until `stop`,
 * or until this process ends. `durability: 'none'` is for tests: faster, but loses data when the machine stops.
 * `onLaunch` is called when the first process runs, which creates the database or is it. Throws a message that the
 * operator can act on.
 */
export async function startPostgres(start: {
  dataDir: string
  log: BasicLogger
  durability?: Durability
  onLaunch?: () => void
  /** Where the socket is, if not in the folder for temporary files. */
  runtimeDir?: string | undefined
  /** Whether commits of money may wait for a copy on another disk. */
  waitsForReplica?: boolean
  /** Further settings of this start. */
  settings?: Record<string, string>
}): Promise<Postgres> {
  // When started by root, PostgreSQL runs as another user, who must enter the folder.
  await mkdir(start.dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  const dataDir = await realpath(start.dataDir)
  const unlock = lockDataDir(dataDir)
  try {
    const { durability = 'full', onLaunch = () => undefined, runtimeDir } = start
    const { waitsForReplica = false, settings = {} } = start
    const prepared = await prepare({ dataDir, durability, onLaunch, runtimeDir })
    const instance = { ...prepared, waitsForReplica, settings }
    const { cluster, account } = instance
    await removeOverridden(cluster, { names: Object.keys(settingsOf(instance)), account })
    const running = await keepServerRunning(instance, start.log)
    let stopped: Promise<void> | undefined
    const stop = () => {
      stopped ??= running.stop().finally(unlock)
      return stopped
    }
    const connection = connectionTo(instance)
    if (!running.hasDatabase)
      await ensureDatabase(connection).catch((cause) => stop().then(() => Promise.reject(cause)))
    return { connection, stop }
  } catch (cause) {
    unlock()
    throw cause
  }
}

type Preparation = {
  dataDir: string
  durability: Durability
  onLaunch: () => void
  runtimeDir: string | undefined
}

async function prepare({ dataDir, durability, onLaunch, runtimeDir }: Preparation): Promise<ServerInstance> {
  await requireOwnMajor(dataDir)
  const cluster = join(dataDir, 'postgres')
  const account = await resolveOsUser(cluster)
  const bin = await findBinaries(account)
  const isNew = await ensureCluster({ dataDir, cluster, bin, account, durability, onLaunch })
  return {
    cluster,
    bin,
    socketDir: await makeSocketDir(account, runtimeDir),
    account,
    durability,
    isNew,
    onLaunch,
  }
}

export type OpenDatabase = { connection: PoolConfig; stop(): Promise<void> }

/**
 * The PostgreSQL server of DATABASE_URL; otherwise starts the bundled one. `isLaunched` never rejects: it resolves when
 * the first process of the bundled server runs, or `opened` has settled.
 */
export function openDatabase(
  { databaseUrl, dataDir, runtimeDir, replica }: Config,
  log: BasicLogger,
): { isLaunched: Promise<void>; opened: Promise<OpenDatabase> } {
  if (databaseUrl) {
    const connection = { connectionString: databaseUrl }
    const opened = Promise.resolve({ connection, stop: async () => undefined })
    return { isLaunched: Promise.resolve(), opened }
  }
  const { promise: isLaunched, resolve: onLaunch } = Promise.withResolvers<void>()
  const waitsForReplica = replica?.waits ?? false
  const opened = startPostgres({ dataDir, log, onLaunch, runtimeDir, waitsForReplica })
  // A failure is reported to whoever awaits `opened`, which can be later.
  opened.then(
    () => onLaunch(),
    () => onLaunch(),
  )
  return { isLaunched, opened }
}
