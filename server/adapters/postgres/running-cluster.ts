import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { readFile, readlink, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { productName } from '../../../contract/site.ts'
import type { BasicLogger } from '../../ports/index.ts'
import { databaseUser } from './cluster.ts'
import { ClusterUnavailableError } from './cluster-error.ts'
import {
  type Connection,
  initialDatabase,
  type Readiness,
  type ServerInstance,
  type SupervisedServer,
  superviseServer,
  waitUntilReady,
} from './supervisor.ts'

const maxSharedMemoryRetries = 20
const sharedMemoryRetryDelayMs = 250
const restartDelayMs = 250
const stopTimeoutMs = 15_000

const databaseName = 'tipdrop'

/** The connection to our database of a running cluster. */
export function connectionTo({ socketDir }: Pick<ServerInstance, 'socketDir'>): Connection {
  return { host: socketDir, port: 5432, user: databaseUser, database: databaseName, ssl: false }
}

/**
 * Starts the server. Restarts a database that ends unexpectedly, for example killed by the OOM killer. `hasDatabase` says
 * whether the cluster has our database.
 */
export async function keepServerRunning(
  instance: ServerInstance,
  log: BasicLogger,
): Promise<{ hasDatabase: boolean; stop(): Promise<void> }> {
  const cleanUp = () => rm(instance.socketDir, { recursive: true, force: true })
  let isStopping = false
  const logServerLine = (line: string) => {
    if (!isStopping) report(line, log)
  }
  const launched = await launch(instance, logServerLine).catch((cause) =>
    cleanUp().then(() => Promise.reject(cause)),
  )
  let { server } = launched

  const watch = async () => {
    while (!isStopping) {
      const code = await server.ended
      if (isStopping) return
      log.error({ code, output: server.output.slice(-5) }, 'database ended unexpectedly, restarting')
      await sleep(restartDelayMs)
      if (!isStopping)
        server = await launch(instance, logServerLine).then(
          (restarted) => restarted.server,
          (cause) => failedRestart(cause, log),
        )
    }
  }
  const watched = watch()

  return {
    hasDatabase: launched.hasDatabase,
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
): Promise<{ server: SupervisedServer; hasDatabase: boolean }> {
  for (let attempt = 1; ; attempt++) {
    await stopOrphanedServer(instance.cluster)
    let readiness: Readiness | undefined
    const server = superviseServer(instance, (line) => {
      if (readiness !== undefined) logServerLine(line)
    })
    instance.onLaunch()
    const database = instance.isNew ? initialDatabase : databaseName
    readiness = await waitUntilReady({ ...connectionTo(instance), database }, server.ended)
    if (readiness !== 'ended') return { server, hasDatabase: readiness === 'ready' && !instance.isNew }

    const output = server.output.join('\n')
    if (!output.includes('shared memory block') || attempt === maxSharedMemoryRetries) {
      throw new ClusterUnavailableError(`The database could not start: ${output}`)
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

const lockTimeoutMs = 1500

/**
 * Allows one process per data folder. Node has no file lock, so SQLite's is used: it belongs to the process, so the
 * kernel releases it however the process ends, and a reused pid cannot be mistaken for the holder. Throws a message
 * when another process holds it, also that of a deleted folder; returns the function to release it.
 */
export function lockDataDir(dataDir: string): () => void {
  const path = join(dataDir, 'lock')
  const isNew = !existsSync(path)
  const file = new DatabaseSync(path, { timeout: lockTimeoutMs })
  try {
    file.exec('BEGIN EXCLUSIVE')
  } catch (cause) {
    file.close()
    throw new ClusterUnavailableError(
      `Another ${productName} process is using the data in ${dataDir}. Stop it first, or set DATA_DIR to a different folder.`,
      { cause },
    )
  }
  const holder = isNew ? holderOfDeleted(path) : undefined
  if (holder === undefined) return () => file.close()
  file.close()
  // So that the next one looks again.
  rmSync(path, { force: true })
  throw new ClusterUnavailableError(
    `The data that was in ${dataDir} is deleted, and a ${productName} process (pid ${holder}) still runs with it. Stop that first.`,
  )
}

/** The process that has a file open which was deleted. Linux only, and of processes of our user unless we are root. */
function holderOfDeleted(path: string): string | undefined {
  return namesIn('/proc').find(
    (pid) =>
      /^\d+$/.test(pid) &&
      namesIn(`/proc/${pid}/fd`).some((fd) => linkOf(`/proc/${pid}/fd/${fd}`) === `${path} (deleted)`),
  )
}

function namesIn(folder: string): Array<string> {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}

const fastShutdownMs = 10_000
const immediateShutdownMs = 20_000

/**
 * Ends a server that outlived its parent process, and removes a stale pid file: after a crash its pid may belong to
 * another program, and PostgreSQL would refuse to start. Requires the data lock.
 */
async function stopOrphanedServer(cluster: string): Promise<void> {
  const started = Date.now()
  for (;;) {
    const pid = await findServerPid(cluster)
    if (pid === undefined) break

    const waited = Date.now() - started
    if (waited > immediateShutdownMs)
      throw new Error(`PostgreSQL (pid ${pid}) is still using ${cluster} and did not stop.`)
    signal(pid, waited > fastShutdownMs ? 'SIGQUIT' : 'SIGINT')
    await sleep(50)
  }
  await rm(join(cluster, 'postmaster.pid'), { force: true })
}

async function findServerPid(cluster: string): Promise<number | undefined> {
  const file = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number.parseInt(file, 10)
  if (!(pid > 1)) return undefined
  return (await isServerOf(pid, cluster)) ? pid : undefined
}

/** A PostgreSQL server's working directory is its data folder. */
async function isServerOf(pid: number, cluster: string): Promise<boolean> {
  const folder = await realpath(cluster)
  if (process.platform === 'linux') return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === folder
  const command = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout
  return command.includes('postgres') && command.includes(cluster)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It ended between the check and the signal.
  }
}
