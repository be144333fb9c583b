import { mkdir, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BasicLogger } from '../../ports/index.ts'
import { findBinaries } from './binaries.ts'
import { type Durability, databaseUser, ensureCluster } from './cluster.ts'
import { lockDataDir } from './data-dir-lock.ts'
import { stopOrphanedServer } from './orphaned-server.ts'
import { resolveOsUser } from './os-user.ts'
import { makeSocketDir } from './socket-dir.ts'
import { type ServerInstance, type SupervisedServer, superviseServer } from './supervisor.ts'
import { type Connection, ensureDatabase, waitUntilReady } from './wait-until-ready.ts'

export type Postgres = { connection: Connection; stop(): Promise<void> }

const maxSharedMemoryRetries = 20
const sharedMemoryRetryDelayMs = 250
const restartDelayMs = 250
const stopTimeoutMs = 15_000

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
}): Promise<Postgres> {
  // When started by root, PostgreSQL runs as another user, who must enter the folder.
  await mkdir(start.dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  const dataDir = await realpath(start.dataDir)
  const unlock = lockDataDir(dataDir)
  try {
    const { durability = 'full', onLaunch = () => undefined } = start
    const instance = await prepare({ dataDir, durability, onLaunch })
    const running = await keepServerRunning(instance, start.log)
    let stopped: Promise<void> | undefined
    const stop = () => {
      stopped ??= running.stop().finally(unlock)
      return stopped
    }
    const connection = {
      host: instance.socketDir,
      port: 5432,
      user: databaseUser,
      database: 'tipdrop',
      ssl: false as const,
    }
    await ensureDatabase(connection).catch((cause) => stop().then(() => Promise.reject(cause)))
    return { connection, stop }
  } catch (cause) {
    unlock()
    throw cause
  }
}

type Preparation = { dataDir: string; durability: Durability; onLaunch: () => void }

async function prepare({ dataDir, durability, onLaunch }: Preparation): Promise<ServerInstance> {
  const cluster = join(dataDir, 'postgres')
  const account = await resolveOsUser(cluster)
  const bin = await findBinaries(account)
  await ensureCluster({ dataDir, cluster, bin, account, durability, onLaunch })
  return { cluster, bin, socketDir: await makeSocketDir(account), account, durability, onLaunch }
}

/** Restarts a database that ends unexpectedly, for example killed by the OOM killer. */
async function keepServerRunning(
  instance: ServerInstance,
  log: BasicLogger,
): Promise<{ stop(): Promise<void> }> {
  const cleanUp = () => rm(instance.socketDir, { recursive: true, force: true })
  let isStopping = false
  const logServerLine = (line: string) => {
    if (!isStopping) report(line, log)
  }
  let server = await launch(instance, logServerLine).catch((cause) =>
    cleanUp().then(() => Promise.reject(cause)),
  )

  const watch = async () => {
    while (!isStopping) {
      const code = await server.ended
      if (isStopping) return
      log.error({ code, output: server.output.slice(-5) }, 'database ended unexpectedly, restarting')
      await sleep(restartDelayMs)
      if (!isStopping)
        server = await launch(instance, logServerLine).catch((cause) => failedRestart(cause, log))
    }
  }
  const watched = watch()

  return {
    async stop() {
      isStopping = true
      server.shutdown()
      await Promise.race([watched, sleep(stopTimeoutMs, undefined, { ref: false })])
      await stopOrphanedServer(instance.cluster)
      await cleanUp()
    },
  }
}

function failedRestart(cause: unknown, log: BasicLogger): SupervisedServer {
  log.error({ err: cause }, 'database restart failed, retrying')
  return { ended: sleep(restartDelayMs, null), output: [], shutdown: () => undefined }
}

async function launch(
  instance: ServerInstance,
  logServerLine: (line: string) => void,
): Promise<SupervisedServer> {
  for (let attempt = 1; ; attempt++) {
    await stopOrphanedServer(instance.cluster)
    let isReady = false
    const server = superviseServer(instance, (line) => {
      if (isReady) logServerLine(line)
    })
    instance.onLaunch()
    isReady = await waitUntilReady({ host: instance.socketDir, user: databaseUser }, server.ended)
    if (isReady) return server

    const output = server.output.join('\n')
    if (!output.includes('shared memory block') || attempt === maxSharedMemoryRetries) {
      throw new Error(`The database could not start: ${output}`)
    }
    await sleep(sharedMemoryRetryDelayMs)
  }
}

function report(line: string, log: BasicLogger): void {
  // FATAL ends one connection, PANIC the server.
  if (line.startsWith('PANIC:')) log.error({ line }, 'database')
  else if (line.startsWith('FATAL:')) log.warn({ line }, 'database')
  else if (line.startsWith('LOG:')) log.info({ line }, 'database')
}
